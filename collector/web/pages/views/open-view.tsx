import { savedLists } from '@rollcall/shared/lists/saved-lists.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { views } from '../../api/views.ts'
import { PageOf } from '../../ui/states/page-of.tsx'

const route = getRouteApi('/frame/views/$viewId')

/** Opens the list of a view. */
export function OpenView() {
  const query = useQuery(views.oneOptions(route.useParams().viewId))
  return (
    <PageOf query={query} label="View" list={{ to: '/devices', label: 'All devices' }}>
      {({ value: { id, list, parameters } }) => (
        <Navigate to={savedLists[list].page} search={{ ...parameters, view: id } as never} replace />
      )}
    </PageOf>
  )
}

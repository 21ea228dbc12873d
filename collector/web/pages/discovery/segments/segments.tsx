import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { auditServicesOptions } from '../../../api/catalogs.ts'
import { segments } from '../../../api/segments.ts'
import { useMay } from '../../../api/use-may.ts'
import { lazyPart } from '../../../routes/lazy-page.ts'
import { FilterChips } from '../../../table/filter-chips.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { SegmentListState } from '../../../table/list-search.ts'
import { savedListOf } from '../../../table/saved-list.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { itemOptions, optionsOf } from '../../../ui/options.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { ViewsMenu } from '../../views/views-menu.tsx'
import { useSegmentColumns } from './columns.tsx'
import { segmentTypeNames } from './types.ts'

/** Loaded when it is opened, so that the list itself does not wait for it. */
const SegmentForm = lazyPart(
  () => import('../segment-form/segment-form.tsx'),
  ({ SegmentForm }) => SegmentForm,
)

const builtIn = [{ name: 'All segments', parameters: {} }]

export function Segments() {
  const address = useListAddress<SegmentListState>()
  const { state, change } = address
  const { type, auditServiceId } = state
  const { exported, page } = savedListOf('segments', state)
  const query = useQuery(segments.listOptions(page))
  const services = useQuery(auditServicesOptions)
  const columns = useSegmentColumns()
  const mayEdit = useMay('Administrator')
  const [isMaking, setIsMaking] = useState(false)
  const navigate = useNavigate()
  const isNarrowed = type !== undefined || auditServiceId !== undefined
  const make = mayEdit && <AddButton label="New segment" onClick={() => setIsMaking(true)} />
  return (
    <>
      <ListPage<SegmentListItem, SegmentListState>
        name="Segments"
        exported={exported}
        about="A segment is a part of the network that an Audit Service scans and audits."
        address={address}
        columns={columns}
        query={query}
        sort="name"
        actions={
          <>
            <ViewsMenu list="segments" state={state} builtIn={builtIn} />
            {make}
          </>
        }
        filters={
          <FilterChips
            state={state}
            onChange={change}
            chips={[
              { key: 'type', label: 'Type', options: optionsOf(segmentTypeNames) },
              { key: 'auditServiceId', label: 'Audit Service', options: itemOptions(services.data?.items) },
            ]}
          />
        }
        empty={
          isNarrowed ? (
            <Empty art="search" title="No segments match">
              Change or remove the filters.
            </Empty>
          ) : (
            <Empty art="network" title="No segments yet" action={make}>
              Rollcall scans only the addresses of segments. Add one to find its devices. Scans start by schedule or on
              request.
            </Empty>
          )
        }
      />
      {isMaking && (
        <Suspense>
          <SegmentForm
            onClose={() => setIsMaking(false)}
            onSaved={({ id }) => void navigate({ to: '/segments/$segmentId', params: { segmentId: id } })}
          />
        </Suspense>
      )}
    </>
  )
}

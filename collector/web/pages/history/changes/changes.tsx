import { Group } from '@mantine/core'
import type { Change } from '@rollcall/shared/api/change.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { changesOptions } from '../../../api/changes.ts'
import { meOptions } from '../../../api/me.ts'
import { ExportButton } from '../../../table/export-button.tsx'
import type { ChangesState } from '../../../table/list-search.ts'
import { Pager } from '../../../table/pager.tsx'
import { pagingOf } from '../../../table/paging.ts'
import { savedListOf } from '../../../table/saved-list.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { useNow } from '../../../ui/now.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ViewsMenu } from '../../views/views-menu.tsx'
import { ChangeLog } from './change-log.tsx'
import { ChangeFilters } from './filters.tsx'

const builtIn = [
  { name: 'All changes', parameters: {} },
  { name: 'In the last 7 days', parameters: { span: '7d' } },
]

/** The change log of the site. */
export function Changes() {
  const { state, change } = useListAddress<ChangesState>()
  const { exported, page } = savedListOf('changes', state, useNow())
  const changes = useQuery(changesOptions(page))
  const { data: me } = useSuspenseQuery(meOptions)
  const actors = editorsOf(changes.data?.items ?? [], me.username)
  return (
    <>
      <PageHead
        title="Changes"
        about="Changes found on devices, and changes made by users and App registrations."
        actions={
          <>
            <ExportButton {...exported} />
            <ViewsMenu list="changes" state={state} builtIn={builtIn} />
          </>
        }
      />
      <Group gap="xs" mb="sm" role="search" aria-label="Changes">
        <ChangeFilters state={state} actors={actors} onChange={change} />
      </Group>
      <Loaded query={changes} label="The changes" lines={12}>
        {({ items, total }) =>
          total === 0 ? (
            <NoChanges isNarrowed={isNarrowed(state)} />
          ) : (
            <>
              <ChangeLog changes={items} isOld={changes.isPlaceholderData} />
              <Pager total={total} {...pagingOf(state)} onGo={change} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function NoChanges({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="No changes match" action={<Link to="/changes">Show all changes</Link>}>
        Change or remove the filters.
      </Empty>
    )
  }
  return (
    <Empty title="No changes yet">
      The log starts with the first device. Each audit is compared with the previous one.
    </Empty>
  )
}

const isNarrowed = ({ verb, entity, deviceId, softwareId, by, span, from, until }: ChangesState): boolean =>
  [verb, entity, deviceId, softwareId, by, span, from, until].some((each) => each !== undefined)

/** Returns the names to offer for "Edited by": the signed-in user and the users of the shown entries. */
function editorsOf(shown: readonly Change[], self: string): string[] {
  const edits = shown.filter(({ deviceId, entity }) => deviceId === null || !audited.has(entity))
  return [...new Set([self, ...edits.map(({ actor }) => actor)])]
}

const audited: ReadonlySet<string> = new Set(['Hardware', 'Network', 'Software'])

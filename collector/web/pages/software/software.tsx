import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { softwareListOptions } from '../../api/software.ts'
import { ListPage } from '../../table/list-page.tsx'
import type { SoftwareListState } from '../../table/list-search.ts'
import { savedListOf } from '../../table/saved-list.ts'
import { useListAddress } from '../../table/use-list-address.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'
import { nameColumns, softwareColumns } from './columns.tsx'
import { SoftwareFilters } from './filters.tsx'
import { SoftwareNav } from './software-nav.tsx'

const builtIn = [
  { name: 'All software', parameters: {} },
  { name: 'By version', parameters: { by: 'version' } },
]

/** The software catalog, by name unless the address asks for versions. */
export function Software() {
  const address = useListAddress<SoftwareListState>()
  const { state, change } = address
  const { q, group, kind, publisher } = state
  const { exported, page } = savedListOf('software', state)
  const query = useQuery(softwareListOptions(page))
  return (
    <ListPage
      name="Software"
      isCompact
      exported={exported}
      address={address}
      nav={<SoftwareNav />}
      columns={state.by === 'version' ? softwareColumns : nameColumns}
      query={query}
      sort="name"
      searched="Product name"
      actions={<ViewsMenu list="software" state={state} builtIn={builtIn} />}
      filters={<SoftwareFilters state={state} onChange={change} />}
      empty={<NoSoftware isNarrowed={[q, group, kind, publisher].some((each) => each !== undefined)} />}
    />
  )
}

function NoSoftware({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <Empty title="No products match" action={<Link to="/software">Show all software</Link>}>
      Change the search or the filters.
    </Empty>
  ) : (
    <Empty title="No software yet">
      Software appears after the first audit by an agent, SSH or SNMP (host resources), or after an import.
    </Empty>
  )
}

import type { Finding } from '@rollcall/shared/api/finding.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { findingsOptions, rulesOptions } from '../../api/findings.ts'
import { useMay } from '../../api/use-may.ts'
import { useSelection } from '../../table/bulk/selection.ts'
import { FilterChips } from '../../table/filter-chips.tsx'
import { ListPage } from '../../table/list-page.tsx'
import type { FindingListState } from '../../table/list-search.ts'
import { savedListOf } from '../../table/saved-list.ts'
import { useListAddress } from '../../table/use-list-address.ts'
import { severityNames } from '../../ui/finding-icon.tsx'
import { findingText } from '../../ui/finding-words.ts'
import { optionsOf } from '../../ui/options.ts'
import { Empty } from '../../ui/states/empty.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'
import { findingColumns } from './columns.tsx'
import { FindingBulkBar } from './finding-bulk-bar.tsx'
import { stateNames } from './finding-state.tsx'
import { Omitted } from './omitted.tsx'

const builtIn = [
  { name: 'All findings', parameters: {} },
  { name: 'Open errors', parameters: { state: 'open', severity: 'error' } },
]

const nameOf = (finding: Finding) => `${finding.device.name}: ${findingText(finding)}`

/** Devices that meet a rule. */
export function Findings() {
  const address = useListAddress<FindingListState>()
  const { state: shown, change } = address
  const { ruleId, deviceId } = shown
  const { exported, page } = savedListOf('findings', shown)
  const query = useQuery(findingsOptions(page))
  const { data: rules } = useQuery(rulesOptions)
  const selection = useSelection(query.data?.items.map(({ id }) => id) ?? [])
  const mayEdit = useMay('EditInventory')
  const ruleOptions = (rules?.items ?? []).map(({ id, name, open }) => ({ value: id, label: name, count: open }))
  const device = { value: deviceId ?? '', label: query.data?.items[0]?.device.name ?? 'one device' }
  const isNarrowed = Object.values(exported.query).some((value) => value !== undefined)
  return (
    <>
      <ListPage
        name="Findings"
        exported={exported}
        about={
          <>
            Devices that meet a <Link to="/settings/rules">rule</Link>. A finding resolves by itself.
            <Omitted rules={(rules?.items ?? []).filter(({ id }) => ruleId === undefined || id === ruleId)} />
          </>
        }
        address={address}
        columns={findingColumns}
        query={query}
        actions={<ViewsMenu list="findings" state={shown} builtIn={builtIn} />}
        {...(mayEdit && { selection: { ...selection, nameOf } })}
        filters={
          <FilterChips
            state={shown}
            onChange={change}
            chips={[
              { key: 'state', label: 'State', options: optionsOf(stateNames) },
              { key: 'ruleId', label: 'Rule', options: ruleOptions },
              { key: 'severity', label: 'Severity', options: optionsOf(severityNames) },
              ...(deviceId ? [{ key: 'deviceId' as const, label: 'Device', options: [device] }] : []),
            ]}
          />
        }
        empty={
          isNarrowed ? (
            <Empty title="No findings match" action={<Link to="/findings">Show all</Link>} />
          ) : (
            <Empty title="No findings">No device meets a rule. New findings appear here within a minute.</Empty>
          )
        }
      />
      <FindingBulkBar findings={query.data?.items ?? []} selection={selection} />
    </>
  )
}

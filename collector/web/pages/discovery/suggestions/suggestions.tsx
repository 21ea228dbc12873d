import { Group } from '@mantine/core'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { useQuery } from '@tanstack/react-query'
import { suggestionsOptions } from '../../../api/segments.ts'
import { ListPage } from '../../../table/list-page.tsx'
import type { ListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { CreateSegment, Ignore } from './actions.tsx'
import { SeenBy } from './seen-by.tsx'

type Row = SegmentSuggestion & { id: string }

const columns: readonly Column<Row>[] = [
  {
    id: 'address',
    header: 'Address',
    width: 150,
    render: ({ address }) => <Identifier inTable value={address} label="address" />,
  },
  { id: 'network', header: 'Network', width: 130, render: ({ network }) => network ?? 'Unknown' },
  { id: 'name', header: 'Name', width: 200, from: 'sm', render: ({ name, description }) => name ?? description },
  {
    id: 'device',
    header: 'Known device',
    width: 170,
    from: 'xl',
    render: ({ device }) => device && <DeviceLink id={device.id} name={device.name} />,
  },
  {
    id: 'seenBy',
    header: 'Seen by',
    render: ({ auditService, seenBy }) =>
      auditService ? `${auditService.name} ${auditService.interfaceName}` : <SeenBy seenBy={seenBy} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 200,
    align: 'right',
    render: (row) => (
      <Group gap={8} justify="flex-end" wrap="nowrap">
        <CreateSegment suggestion={row} />
        <Ignore suggestion={row} />
      </Group>
    ),
  },
]

/** Networks of Audit Services, and neighbors of devices, outside all segments. */
export function Suggestions() {
  const address = useListAddress<ListState>()
  const query = useQuery({
    ...suggestionsOptions(pagingOf(address.state)),
    select: ({ items, total }) => ({
      items: items.map((item) => ({ ...item, id: [item.address, item.auditService?.id].join(' ') })),
      total,
    }),
  })
  return (
    <ListPage
      name="Suggestions"
      exported={{ path: '/api/v1/segments/suggestions' }}
      about="Networks that Audit Services are attached to, and neighbours that devices report by LLDP or CDP, outside all segments. They are not contacted until you create a segment and scan it."
      address={address}
      columns={columns}
      query={query}
      sort="address"
      empty={
        <Empty title="No suggestions">
          All networks of the Audit Services are in segments. Switches and routers audited by SNMP report their
          neighbours; those outside all segments are listed here.
        </Empty>
      }
    />
  )
}

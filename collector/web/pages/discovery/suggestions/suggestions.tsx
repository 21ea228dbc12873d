import { ActionIcon, Button, Group } from '@mantine/core'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { IconEyeOff, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { auditServicesOptions, ignoreList } from '../../../api/catalogs.ts'
import { segments, suggestionsOptions } from '../../../api/segments.ts'
import { useMay } from '../../../api/use-may.ts'
import { ListPage } from '../../../table/list-page.tsx'
import type { ListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { newValues, toCreate } from '../segment-form/values.ts'
import { SeenBy } from './seen-by.tsx'

type Row = SegmentSuggestion & { id: string }

const columns: readonly Column<Row>[] = [
  {
    id: 'address',
    header: 'Address',
    width: 150,
    render: ({ address }) => <Identifier inTable value={address} label="the address" />,
  },
  { id: 'network', header: 'Network', width: 130, render: ({ network }) => network ?? 'not known' },
  { id: 'name', header: 'Says it is', width: 200, from: 'sm', render: ({ name, description }) => name ?? description },
  {
    id: 'device',
    header: 'Known otherwise as',
    width: 170,
    from: 'xl',
    render: ({ device }) =>
      device && (
        <Link to="/devices/$deviceId" params={{ deviceId: device.id }}>
          {device.name}
        </Link>
      ),
  },
  { id: 'seenBy', header: 'Seen by', render: ({ seenBy }) => <SeenBy seenBy={seenBy} /> },
  {
    id: 'actions',
    header: 'Actions',
    width: 200,
    align: 'right',
    render: (row) => (
      <Group gap={8} justify="flex-end" wrap="nowrap">
        <MakeSegment suggestion={row} />
        <Ignore address={row.address} />
      </Group>
    ),
  },
]

/** What devices say is beside them, and no segment looks at. */
export function Suggestions() {
  const address = useListAddress<ListState>()
  const query = useQuery({
    ...suggestionsOptions(pagingOf(address.state)),
    select: ({ items, total }) => ({ items: items.map((item) => ({ ...item, id: item.address })), total }),
  })
  return (
    <ListPage
      name="Suggestions"
      about="Neighbours that devices were told of by LLDP, CDP or their like, at addresses that no segment covers. Nothing there is contacted before you make a segment of it and scan it. What is on the Ignore List is not suggested."
      address={address}
      columns={columns}
      query={query}
      nameOf={({ address: at }) => at}
      sort="address"
      empty={
        <Empty title="Nothing is left out, as far as is known">
          Switches and routers that are read by SNMP tell who their neighbours are. Where a neighbour is at an address
          that no segment covers, it stands here.
        </Empty>
      }
    />
  )
}

/** Made at once, as it can be changed or deleted just so, and is not scanned unasked. */
function MakeSegment({ suggestion: { address, network } }: { suggestion: SegmentSuggestion }) {
  const mayEdit = useMay('Administrator')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const make = useAction('The segment was not made', async () => {
    const { items } = await queryClient.ensureQueryData(auditServicesOptions)
    const auditServiceId = (items.find(({ status }) => status === 'Active') ?? items[0])?.id ?? null
    const addresses = network ?? address
    const type = network === null ? 'address-list' : 'ip-range'
    const { id } = await segments.create(
      toCreate(newValues([], { name: addresses, type, addresses, auditServiceId }), null),
    )
    await queryClient.invalidateQueries({ queryKey: ['segments'] })
    await navigate({ to: '/segments/$segmentId', params: { segmentId: id } })
  })
  if (!mayEdit) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      loading={make.isPending}
      aria-label={`Make a segment of ${network ?? address}`}
      onClick={() => make.mutate()}
    >
      Make a segment
    </Button>
  )
}

/** Not wanted, neither as a suggestion nor in the inventory: that is what the Ignore List is for. */
function Ignore({ address }: { address: string }) {
  const mayEdit = useMay('EditInventory')
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all(['segments', ignoreList.name].map((first) => queryClient.invalidateQueries({ queryKey: [first] })))
  const ignore = useAction('It is still suggested', async () => {
    const { id } = await ignoreList.create({ kind: 'ip', pattern: address, reason: 'Suggested, and not wanted' })
    await refresh()
    notifyDone(`${address} is on the Ignore List: no longer suggested, and left out by scans.`, () =>
      ignoreList.remove(id).then(refresh),
    )
  })
  if (!mayEdit) return null
  return (
    <ActionIcon aria-label={`Ignore ${address}`} loading={ignore.isPending} onClick={() => ignore.mutate()}>
      <IconEyeOff size={16} aria-hidden />
    </ActionIcon>
  )
}

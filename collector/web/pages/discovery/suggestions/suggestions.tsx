import { ActionIcon, Group } from '@mantine/core'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { IconEyeOff, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { auditServicesOptions, ignoreList } from '../../../api/catalogs.ts'
import { segments, suggestionsOptions } from '../../../api/segments.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ListPage } from '../../../table/list-page.tsx'
import type { ListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
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
    render: ({ address }) => <Identifier inTable value={address} label="address" />,
  },
  { id: 'network', header: 'Network', width: 130, render: ({ network }) => network ?? 'Unknown' },
  { id: 'name', header: 'Name', width: 200, from: 'sm', render: ({ name, description }) => name ?? description },
  {
    id: 'device',
    header: 'Known device',
    width: 170,
    from: 'xl',
    render: ({ device }) =>
      device && (
        <Link to="/devices/$deviceId" params={{ deviceId: device.id }}>
          {device.name}
        </Link>
      ),
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

/** Creates a segment at once. It can be edited or deleted, and is not scanned until requested. */
function CreateSegment({ suggestion: { address, network, auditService } }: { suggestion: SegmentSuggestion }) {
  const mayEdit = useMay('Administrator')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const make = useAction('The segment was not created', async () => {
    const { items } = await queryClient.ensureQueryData(auditServicesOptions)
    const auditServiceId = (auditService ?? items.find(({ status }) => status === 'Active') ?? items[0])?.id ?? null
    const addresses = network ?? address
    const type = network === null ? 'address-list' : 'ip-range'
    const { id } = await segments.create(
      toCreate(newValues({ name: addresses, type, addresses, auditServiceId }), null),
    )
    await queryClient.invalidateQueries({ queryKey: ['segments'] })
    await navigate({ to: '/segments/$segmentId', params: { segmentId: id } })
  })
  if (!mayEdit) return null
  return (
    <ActionButton
      label="Create segment"
      action={make}
      size="compact-xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={`Create segment for ${network ?? address}`}
    />
  )
}

/**
 * Puts an address on the Ignore List, which removes its suggestion. A network is suggested until its first address is
 * on the list; no host has that address.
 */
function Ignore({ suggestion: { address, network, auditService } }: { suggestion: SegmentSuggestion }) {
  const isNetwork = auditService !== null && network !== null
  const pattern = isNetwork ? network.replace(/\/.*/, '') : address
  const shown = isNetwork ? network : address
  const mayEdit = useMay('EditInventory')
  const refresh = useRefresh('segments', ignoreList.name)
  const ignore = useAction('The address was not ignored', async () => {
    const { id } = await ignoreList.create({ kind: 'ip', pattern, reason: 'Rejected suggestion' })
    await refresh()
    notifyDone(
      `${pattern} is now on the Ignore List. ${isNetwork ? `${network} is not suggested.` : 'Scans skip it.'}`,
      () => ignoreList.remove(id).then(refresh),
    )
  })
  if (!mayEdit) return null
  return (
    <ActionIcon aria-label={`Ignore ${shown}`} loading={ignore.isPending} onClick={() => ignore.mutate()}>
      <IconEyeOff size={16} aria-hidden />
    </ActionIcon>
  )
}

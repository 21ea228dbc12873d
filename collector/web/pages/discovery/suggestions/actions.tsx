import { ActionIcon } from '@mantine/core'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { IconEyeOff, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { auditServicesOptions, ignoreList } from '../../../api/catalogs.ts'
import { segments } from '../../../api/segments.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { newValues, toCreate } from '../segment-form/values.ts'

/** Creates a segment at once. It can be edited or deleted, and is not scanned until requested. */
export function CreateSegment({ suggestion: { address, network, auditService } }: { suggestion: SegmentSuggestion }) {
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
export function Ignore({ suggestion: { address, network, auditService } }: { suggestion: SegmentSuggestion }) {
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

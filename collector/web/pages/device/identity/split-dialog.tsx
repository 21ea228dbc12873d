import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { foreseenSplitOptions, splitDevice } from '../../../api/identity.ts'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { PreviewDialog } from '../../../ui/preview-dialog.tsx'
import { RecordTable } from './record-table.tsx'
import { useIdentityAction } from './use-identity-action.ts'

type Props = { deviceId: string; sightingKeys: readonly string[]; onClose: () => void; onDone: () => void }

/** Chosen sightings become a device of their own, after a look at what both would be. */
export function SplitDialog({ deviceId, sightingKeys, onClose, onDone }: Props) {
  const foreseen = useQuery({ ...foreseenSplitOptions(deviceId, sightingKeys), staleTime: 0 })
  const navigate = useNavigate()
  const split = useIdentityAction('Nothing was split off', async (_: undefined, refresh) => {
    const { device, other, snapshots } = await splitDevice(deviceId, sightingKeys)
    onDone()
    await navigate({ to: '/devices/$deviceId/identity', params: { deviceId: other.id } })
    notifyDone(`${other.name} is a device of its own, with ${snapshotsInWords(snapshots)} that ${device.name} had.`)
    await refresh()
  })
  return (
    <PreviewDialog
      title="Split off another device"
      action="Split off"
      foreseen={foreseen}
      what="What would come of it"
      isPending={split.isPending}
      onConfirm={() => split.mutate(undefined)}
      onClose={onClose}
    >
      {({ device, other, snapshots }) => (
        <>
          <RecordTable
            columns={[
              { header: 'This device then', device },
              { header: 'The new device', device: other },
            ]}
          />
          <Text size="sm" mt="sm">
            The new device gets {snapshotsInWords(snapshots)} and what they say, now and at any time past. Tags, custom
            fields, asset tag, tasks and the change log stay with this one. The two are kept apart from then on.
          </Text>
          <Text size="sm" mt="sm" c="dimmed">
            To take it back, merge the new device into this one. Earlier merges into this one can no longer be undone by
            themselves.
          </Text>
        </>
      )}
    </PreviewDialog>
  )
}

const snapshotsInWords = (count: number): string => (count === 1 ? '1 snapshot' : `${count} snapshots`)

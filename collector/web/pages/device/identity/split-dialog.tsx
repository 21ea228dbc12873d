import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { splitDevice, splitPreviewOptions } from '../../../api/identity.ts'
import { counted } from '../../../ui/amounts.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { PreviewDialog } from '../../../ui/preview-dialog.tsx'
import { RecordTable } from './record-table.tsx'
import { useIdentityAction } from './use-identity-action.ts'

type Props = { deviceId: string; sightingKeys: readonly string[]; onClose: () => void; onDone: () => void }

/** Splits selected sightings off into a device of their own, after a preview. */
export function SplitDialog({ deviceId, sightingKeys, onClose, onDone }: Props) {
  const preview = useQuery({ ...splitPreviewOptions(deviceId, sightingKeys), staleTime: 0 })
  const navigate = useNavigate()
  const split = useIdentityAction('The device was not split', async (_: undefined, refresh) => {
    const { device, other, snapshots } = await splitDevice(deviceId, sightingKeys)
    onDone()
    await navigate({ to: '/devices/$deviceId/identity', params: { deviceId: other.id } })
    notifyDone(`Split off ${other.name} with ${snapshotsInWords(snapshots)} from ${device.name}.`)
    await refresh()
  })
  return (
    <PreviewDialog
      title="Split device"
      action="Split off"
      preview={preview}
      label="The preview of the split"
      isPending={split.isPending}
      onConfirm={() => split.mutate()}
      onClose={onClose}
    >
      {({ device, other, snapshots }) => (
        <>
          <RecordTable
            columns={[
              { header: 'This device', device },
              { header: 'New device', device: other },
            ]}
          />
          <Text size="sm" mt="sm">
            The new device gets {snapshotsInWords(snapshots)}. Tags, custom fields, asset tag, tasks and the change log
            stay with this device. The two are not merged again.
          </Text>
          <Dimmed mt="sm">
            To reverse the split, merge the new device into this one. Earlier merges into this device can then no longer
            be undone.
          </Dimmed>
        </>
      )}
    </PreviewDialog>
  )
}

const snapshotsInWords = (count: number): string => counted(count, 'snapshot')

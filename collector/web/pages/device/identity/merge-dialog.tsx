import { Group, SegmentedControl, Text } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { MergedDevice } from '@rollcall/shared/api/device-merge.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { deviceOptions } from '../../../api/devices.ts'
import { mergeDevices, mergePreviewOptions, unmergeDevice } from '../../../api/identity.ts'
import { deviceSnapshotsOptions } from '../../../api/snapshots.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { PreviewDialog } from '../../../ui/preview-dialog.tsx'
import { RecordTable } from './record-table.tsx'
import { useIdentityAction } from './use-identity-action.ts'

type Named = { id: string; name: string }
type Props = { devices: readonly [Named, Named]; onClose: () => void }

/** Merges two records after a preview. The user chooses which record stays. */
export function MergeDialog({ devices, onClose }: Props) {
  const [survivorId, setSurvivorId] = useState(devices[0].id)
  const [survivor, other] = survivorId === devices[0].id ? devices : [devices[1], devices[0]]
  const preview = useQuery({ ...mergePreviewOptions(survivor.id, other.id), staleTime: 0 })
  const navigate = useNavigate()
  const { deviceId: shownId } = useParams({ strict: false })
  const merge = useIdentityAction('The records were not merged', async (_: undefined, refresh) => {
    const { mergeId, device } = await mergeDevices(survivor.id, other.id)
    onClose()
    if (shownId === other.id) await navigate({ to: '/devices/$deviceId/identity', params: { deviceId: device.id } })
    notifyDone(`Merged ${other.name} into ${survivor.name}.`, async () => {
      if (mergeId) await unmergeDevice(device.id, mergeId)
      await refresh()
    })
    await refresh()
  })
  const isSameName = devices[0].name === devices[1].name
  const choices = devices.map(({ id, name }, at) => ({
    value: id,
    label: isSameName ? `${name} (${at === 0 ? 'first' : 'second'})` : name,
  }))
  return (
    <PreviewDialog
      title="Merge two records"
      action="Merge"
      preview={preview}
      label="The preview of the merge"
      head={
        <Group gap="sm" mb="md">
          <Text size="sm">Record to keep:</Text>
          <SegmentedControl aria-label="Record to keep" data={choices} value={survivorId} onChange={setSurvivorId} />
        </Group>
      }
      isPending={merge.isPending}
      onConfirm={() => merge.mutate()}
      onClose={onClose}
    >
      {(shown) => <MergePreview survivorId={survivor.id} otherId={other.id} shown={shown} />}
    </PreviewDialog>
  )
}

function MergePreview({ survivorId, otherId, shown }: { survivorId: string; otherId: string; shown: MergedDevice }) {
  const survivor = useQuery(deviceOptions(survivorId)).data
  const other = useQuery(deviceOptions(otherId)).data
  const snapshots = useQuery(deviceSnapshotsOptions(otherId, { limit: 1 })).data?.total
  const columns: { header: string; device: Device | undefined }[] = [
    { header: 'Kept', device: survivor },
    { header: 'Merged into it', device: other },
    { header: 'Result', device: shown.device },
  ]
  return (
    <>
      <RecordTable columns={columns} />
      <Text size="sm" mt="sm" className="wrap">
        {snapshots === 1 ? 'The snapshot' : `All ${snapshots ?? ''} snapshots`} of {other?.name ?? 'the other record'}{' '}
        and its identifiers, tags, custom fields, tasks and history move to the record that is kept. Its ID redirects
        there. A running audit of it is cancelled.
      </Text>
      {shown.overwritten.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            Both records have these values. Undoing the merge restores the dropped ones:
          </Text>
          <ul>
            {shown.overwritten.map(({ field, value, kept }) => (
              <li key={field} className="wrap">
                <Text size="sm">
                  {field}: {kept === null ? `drops ${value} (no space left)` : `keeps ${kept}, drops ${value}`}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
      <Dimmed mt="sm">
        You can undo merges here at any time, the latest first. Each record then gets its own data back, and the two are
        not merged again.
      </Dimmed>
    </>
  )
}

import type { DeviceMerge } from '@rollcall/shared/api/device-merge.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { mergesOptions, unmergeDevice } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ConfirmButton } from '../../../forms/confirm-button.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'

const shownMax = 200

/** Records merged into the device. The latest merge that still applies can be undone. */
export function Merges({ deviceId }: { deviceId: string }) {
  const mayEdit = useMay('EditInventory')
  const merges = useQuery(mergesOptions(deviceId, { limit: shownMax }))
  return (
    <Loaded query={merges} label="The merges" lines={2}>
      {({ items }) => {
        if (items.length === 0) return null
        const last = items.find(({ undoneAt }) => undoneAt === null)
        return (
          <Section title="Merged records">
            <PlainTable
              name="Merges"
              items={items}
              keyOf={({ id }) => id}
              columns={[
                { header: 'Record', render: ({ otherName }) => otherName },
                { header: 'Merged by', render: ({ mergedBy }) => mergedBy },
                { header: 'When', align: 'right', render: ({ mergedAt }) => <Time value={mergedAt} /> },
                {
                  header: 'Undone',
                  render: (merge) =>
                    merge.undoneAt !== null ? (
                      <>
                        by {merge.undoneBy}, <Time value={merge.undoneAt} />
                      </>
                    ) : merge === last ? (
                      mayEdit && <Unmerge deviceId={deviceId} merge={merge} />
                    ) : (
                      'Undo later merges first'
                    ),
                },
              ]}
            />
          </Section>
        )
      }}
    </Loaded>
  )
}

function Unmerge({ deviceId, merge: { id, otherName } }: { deviceId: string; merge: DeviceMerge }) {
  const refresh = useRefresh('devices', 'reviews', 'alerts')
  const unmerge = async () => {
    const { device, other } = await unmergeDevice(deviceId, id)
    notifyDone(`${device.name} and ${other.name} are two devices again. They will not be merged.`)
    await refresh()
  }
  return (
    <ConfirmButton
      action="Undo merge"
      label="Undo"
      icon={IconArrowBackUp}
      title={`Undo merge of ${otherName}`}
      failed="The merge was not undone"
      run={unmerge}
    >
      {otherName} gets its own ID, snapshots, identifiers, tags, fields and history back. Later snapshots go to the
      device that their evidence matches. Later manual changes stay with this device. The two are not merged again.
    </ConfirmButton>
  )
}

import { Button, Text } from '@mantine/core'
import type { DeviceMerge } from '@rollcall/shared/api/device-merge.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mergesOptions, unmergeDevice } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import { useIdentityAction } from './use-identity-action.ts'

const shownMax = 200

/** What was merged into the device; the last one that stands can be undone. */
export function Merges({ deviceId }: { deviceId: string }) {
  const mayEdit = useMay('EditInventory')
  const merges = useQuery(mergesOptions(deviceId, { limit: shownMax }))
  return (
    <Loaded query={merges} what="The merges" lines={2}>
      {({ items }) => {
        if (items.length === 0) return null
        const last = items.find(({ undoneAt }) => undoneAt === null)
        return (
          <Section title="Merged into it">
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
                      'After the merges above'
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
  const [isAsking, setIsAsking] = useState(false)
  const unmerge = useIdentityAction('The merge stands as before', async (_: undefined, refresh) => {
    const { device, other } = await unmergeDevice(deviceId, id)
    notifyDone(`${device.name} and ${other.name} are two devices again, and kept apart.`)
    await refresh()
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        loading={unmerge.isPending}
        onClick={() => setIsAsking(true)}
        aria-label={`Undo the merge of ${otherName}`}
      >
        Undo
      </Button>
      <Confirm
        opened={isAsking}
        title={`Undo the merge of ${otherName}?`}
        action="Undo the merge"
        onClose={() => setIsAsking(false)}
        onConfirm={() => unmerge.mutate(undefined)}
      >
        <Text size="sm">
          {otherName} is there again under its own id, with the snapshots, identifiers, tags, fields and history that
          came with it. A snapshot that came since goes to the one whose evidence it carries. What people entered since
          stays with this device. The two are kept apart from then on.
        </Text>
      </Confirm>
    </>
  )
}

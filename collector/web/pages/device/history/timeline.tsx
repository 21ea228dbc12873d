import { Button, Group, Text } from '@mantine/core'
import type { SnapshotListItem } from '@rollcall/shared/api/snapshot.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { useDeviceSearch } from '../use-device.ts'

type Props = { deviceId: string; snapshots: readonly SnapshotListItem[]; total: number }

/** All snapshots, the newest first; two of them are picked to be compared, the older one first. */
export function SnapshotTimeline({ deviceId, snapshots, total }: Props) {
  const { from, to } = useDeviceSearch()
  const [picked, setPicked] = useState<readonly string[]>([from, to].filter((id) => id !== undefined))
  const navigate = useNavigate({ from: '/devices/$deviceId/history' })
  const compare = () => {
    const inOrder = snapshots.filter(({ id }) => picked.includes(id)).map(({ id }) => id)
    void navigate({ search: (before) => ({ ...before, from: inOrder[1], to: inOrder[0] }) })
  }
  /** A third one takes the place of the one that was picked first. */
  const pick = (id: string) =>
    setPicked((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2)))
  return (
    <>
      <Group mb="xs" gap="sm">
        <Button variant="default" disabled={picked.length < 2} onClick={compare}>
          Compare
        </Button>
        <Text size="sm" c="dimmed">
          {picked.length < 2 ? 'Pick two to compare.' : 'Two are picked.'}
          {total > snapshots.length && ` The last ${snapshots.length} of ${total} are shown.`}
        </Text>
      </Group>
      <PlainTable
        name="Snapshots"
        items={snapshots}
        keyOf={({ id }) => id}
        columns={[
          {
            header: 'Pick',
            render: ({ id, auditDate }) => (
              <input
                type="checkbox"
                aria-label={`Pick the snapshot of ${auditDate}`}
                checked={picked.includes(id)}
                onChange={() => pick(id)}
              />
            ),
          },
          { header: 'Audited', render: ({ auditDate }) => <Time value={auditDate} exact /> },
          { header: 'Ago', render: ({ auditDate }) => <Time value={auditDate} /> },
          { header: 'Source', render: ({ source }) => source },
          {
            header: 'The device then',
            render: ({ auditDate }) => (
              <Link to="/devices/$deviceId" params={{ deviceId }} search={{ asOf: auditDate }}>
                As it was
              </Link>
            ),
          },
        ]}
      />
    </>
  )
}

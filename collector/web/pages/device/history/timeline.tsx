import { Button, Group, Text } from '@mantine/core'
import type { SnapshotListItem } from '@rollcall/shared/api/snapshot.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { useDeviceSearch } from '../use-device.ts'
import { byMonth } from './months.ts'
import classes from './timeline.module.css'

type Props = { deviceId: string; snapshots: readonly SnapshotListItem[]; total: number }

/** All snapshots by month, the newest first, so that a year of them is looked over; two of them are picked to be compared, the older one first. */
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
      {byMonth(snapshots).map(({ name, snapshots: ofMonth }, at) => (
        <details key={name} open={at === 0} className={classes['month']}>
          <summary>
            {name} <span>{ofMonth.length === 1 ? '1 snapshot' : `${ofMonth.length} snapshots`}</span>
          </summary>
          <MonthTable name={name} deviceId={deviceId} snapshots={ofMonth} picked={picked} onPick={pick} />
        </details>
      ))}
    </>
  )
}

type MonthProps = {
  name: string
  deviceId: string
  snapshots: readonly SnapshotListItem[]
  picked: readonly string[]
  onPick: (id: string) => void
}

function MonthTable({ name, deviceId, snapshots, picked, onPick }: MonthProps) {
  return (
    <PlainTable
      name={`Snapshots of ${name}`}
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
              onChange={() => onPick(id)}
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
  )
}

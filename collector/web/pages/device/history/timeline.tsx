import { Button, Group } from '@mantine/core'
import type { SnapshotListItem } from '@rollcall/shared/api/snapshot.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../../ui/amounts.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { useDeviceSearch } from '../use-device.ts'
import { byMonth } from './months.ts'
import classes from './timeline.module.css'

type Props = { deviceId: string; snapshots: readonly SnapshotListItem[]; total: number }

/** Snapshots by month, newest first. Two can be selected for comparison, the older as the first side. */
export function SnapshotTimeline({ deviceId, snapshots, total }: Props) {
  const { from, to } = useDeviceSearch()
  const [picked, setPicked] = useState<readonly string[]>([from, to].filter((id) => id !== undefined))
  const navigate = useNavigate({ from: '/devices/$deviceId/history' })
  const compare = () => {
    const inOrder = snapshots.filter(({ id }) => picked.includes(id)).map(({ id }) => id)
    void navigate({ search: (before) => ({ ...before, from: inOrder[1], to: inOrder[0] }) })
  }
  /** Selects or unselects a snapshot. A third selection replaces the oldest. */
  const pick = (id: string) =>
    setPicked((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2)))
  return (
    <>
      <Group mb="xs" gap="sm">
        <Button variant="default" disabled={picked.length < 2} onClick={compare}>
          Compare
        </Button>
        <Dimmed>
          {picked.length < 2 ? 'Select two snapshots to compare.' : 'Two snapshots selected.'}
          {total > snapshots.length && ` Showing the last ${snapshots.length} of ${total}.`}
        </Dimmed>
      </Group>
      {byMonth(snapshots).map(({ name, snapshots: ofMonth }, at) => (
        <details key={name} open={at === 0} className={classes['month']}>
          <summary>
            {name} <span>{counted(ofMonth.length, 'snapshot')}</span>
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
      name={`Snapshots in ${name}`}
      items={snapshots}
      keyOf={({ id }) => id}
      columns={[
        {
          header: 'Select',
          render: ({ id, auditDate }) => (
            <input
              type="checkbox"
              aria-label={`Select snapshot of ${auditDate}`}
              checked={picked.includes(id)}
              onChange={() => onPick(id)}
            />
          ),
        },
        { header: 'Audited', render: ({ auditDate }) => <Time value={auditDate} exact /> },
        { header: 'Age', render: ({ auditDate }) => <Time value={auditDate} /> },
        { header: 'Source', render: ({ source }) => source },
        {
          header: 'Device',
          render: ({ auditDate }) => <DeviceLink id={deviceId} name="View device at this time" asOf={auditDate} />,
        },
      ]}
    />
  )
}

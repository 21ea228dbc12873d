import { SegmentedControl, Text } from '@mantine/core'
import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { count } from '../../../ui/amounts.ts'
import { DeviceTypeIcon } from '../../../ui/device-type.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { OutcomeLabel, outcomes } from './outcomes.tsx'
import classes from './scan.module.css'

const columns: readonly PlainColumn<TaskHost>[] = [
  {
    header: 'Address',
    render: ({ address }) => (
      <span className={classes['address']}>
        <Identifier inTable value={address} label="address" />
      </span>
    ),
  },
  { header: 'Device', render: (host) => <HostDevice {...host} /> },
  { header: 'Outcome', render: ({ outcome }) => <OutcomeLabel outcome={outcome} /> },
  { header: 'Answered', align: 'right', render: ({ at }) => <Time value={at} /> },
]

const lastShown = 10
const shownMax = 200

/** The last hosts of a running scan. After it, all hosts, filtered by outcome. */
export function HostTable({ hosts, isActive }: { hosts: readonly TaskHost[]; isActive: boolean }) {
  const [chosen, setChosen] = useState('all')
  if (hosts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {isActive ? 'No hosts have answered yet.' : 'No hosts answered.'}
      </Text>
    )
  }
  const fitting = isActive || chosen === 'all' ? hosts : hosts.filter(({ outcome }) => outcome === chosen)
  const shown = fitting.slice(isActive ? -lastShown : -shownMax).reverse()
  return (
    <>
      {!isActive && (
        <SegmentedControl
          size="xs"
          mb="xs"
          aria-label="Outcome"
          value={chosen}
          onChange={setChosen}
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(outcomes).map(([value, { word }]) => ({ value, label: word })),
          ]}
        />
      )}
      <PlainTable name="Hosts" columns={columns} items={shown} keyOf={({ address }) => address} />
      {shown.length < fitting.length && (
        <Text size="sm" c="dimmed" mt={6}>
          Showing the last {count(shown.length)} of {count(fitting.length)}.
        </Text>
      )}
    </>
  )
}

function HostDevice({ device, outcome }: TaskHost) {
  if (!device) return outcome === 'ignored' ? 'On the Ignore List' : 'No longer in the inventory'
  return (
    <span className={classes['device']}>
      <DeviceTypeIcon type={device.type} />
      <Link to="/devices/$deviceId" params={{ deviceId: device.id }}>
        {device.name}
      </Link>
    </span>
  )
}

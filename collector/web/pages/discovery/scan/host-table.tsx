import { Checkbox, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { hostsPerAuditMax, type TaskHost } from '@rollcall/shared/api/task-host.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isActive as isActiveTask } from '../../../api/tasks.ts'
import { useMay } from '../../../api/use-may.ts'
import { count } from '../../../ui/amounts.ts'
import { DeviceTypeIcon } from '../../../ui/device-type.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { AuditAgain } from './audit-again.tsx'
import { AuditResult } from './audit-result.tsx'
import { OutcomeLabel, outcomes } from './outcomes.tsx'
import classes from './scan.module.css'
import { type HostOrder, hostOrders, reasonsOf, sortedHosts } from './sorted-hosts.ts'

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
  { header: 'Audit', render: ({ audit }) => <AuditResult audit={audit} /> },
  { header: 'Answered', align: 'right', render: ({ at }) => <Time value={at} /> },
]

const lastShown = 10
const shownMax = 200

/** The last hosts of a running scan. After it, all hosts, filtered by outcome and by the result of their audit. */
export function HostTable({ hosts, task }: { hosts: readonly TaskHost[]; task: TaskRecord }) {
  const isActive = isActiveTask(task)
  if (hosts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {isActive ? 'No hosts have answered yet.' : 'No hosts answered.'}
      </Text>
    )
  }
  if (!isActive) return <EndedHosts hosts={hosts} task={task} />
  const last = hosts.slice(-lastShown).reverse()
  return <PlainTable name="Hosts" columns={columns} items={last} keyOf={({ address }) => address} />
}

function EndedHosts({ hosts, task }: { hosts: readonly TaskHost[]; task: TaskRecord }) {
  const mayAudit = useMay('StartAuditsOrScans') && task.segmentId !== null
  const [outcome, setOutcome] = useState('all')
  const [reason, setReason] = useState('')
  const [order, setOrder] = useState<HostOrder>('latest')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const fitting = hosts.filter(
    (host) => (outcome === 'all' || host.outcome === outcome) && (reason === '' || host.audit.reason === reason),
  )
  const sorted = sortedHosts(fitting, order)
  const shown = sorted.slice(0, shownMax)
  const select = (addresses: readonly string[], isSelected: boolean) => {
    const next = new Set(selected)
    for (const address of addresses) {
      if (isSelected && next.size < hostsPerAuditMax) next.add(address)
      if (!isSelected) next.delete(address)
    }
    setSelected(next)
  }
  const words = new Map(task.progress.reasons.map((each) => [each.reason as string, each.text]))
  const selection: PlainColumn<TaskHost> = {
    header: 'Select',
    render: ({ address }) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${address}`}
        checked={selected.has(address)}
        onChange={({ currentTarget }) => select([address], currentTarget.checked)}
      />
    ),
  }
  return (
    <>
      <Group gap="sm" mb="xs" align="end">
        <SegmentedControl
          size="xs"
          aria-label="Outcome"
          value={outcome}
          onChange={setOutcome}
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(outcomes).map(([value, { word }]) => ({ value, label: word })),
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label="Audit result"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data={[
            { value: '', label: 'All audit results' },
            ...reasonsOf(hosts).map((each) => ({
              value: each.reason,
              label: `${words.get(each.reason) ?? each.reason} (${count(each.hosts)})`,
            })),
          ]}
        />
        <NativeSelect
          size="xs"
          aria-label="Sort by"
          value={order}
          onChange={({ currentTarget }) => setOrder(currentTarget.value as HostOrder)}
          data={Object.entries(hostOrders).map(([value, label]) => ({ value, label }))}
        />
        {mayAudit && (
          <>
            <Checkbox
              size="xs"
              label="Select all"
              checked={fitting.length > 0 && fitting.every(({ address }) => selected.has(address))}
              onChange={({ currentTarget }) =>
                select(
                  fitting.map(({ address }) => address),
                  currentTarget.checked,
                )
              }
            />
            <AuditAgain task={task} addresses={[...selected]} />
          </>
        )}
      </Group>
      <PlainTable
        name="Hosts"
        columns={mayAudit ? [selection, ...columns] : columns}
        items={shown}
        keyOf={({ address }) => address}
      />
      {shown.length < fitting.length && (
        <Text size="sm" c="dimmed" mt={6}>
          Showing {count(shown.length)} of {count(fitting.length)}.
        </Text>
      )}
    </>
  )
}

function HostDevice({ device, outcome }: TaskHost) {
  if (!device && outcome === 'tested') return 'Not stored by a test'
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

import { Button, Checkbox, Group, NativeSelect } from '@mantine/core'
import { hostsPerAuditMax } from '@rollcall/shared/api/choices.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { useState } from 'react'
import { isActive as isActiveTask } from '../../../api/tasks.ts'
import { useMay } from '../../../api/use-may.ts'
import { count } from '../../../ui/amounts.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { DeviceTypeIcon } from '../../../ui/device-type.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { AuditAgain } from './audit-again.tsx'
import { AuditResult } from './audit-result.tsx'
import { OutcomeLabel } from './outcomes.tsx'
import classes from './scan.module.css'
import { type HostKind, isOfKind, reasonsOf, sortedHosts } from './sorted-hosts.ts'

const columns: readonly PlainColumn<TaskHost>[] = [
  {
    header: 'Address',
    sort: 'address',
    render: ({ address }) => (
      <span className={classes['address']}>
        <Identifier inTable value={address} label="address" />
      </span>
    ),
  },
  { header: 'Device', sort: 'device', render: (host) => <HostDevice {...host} /> },
  { header: 'Outcome', sort: 'outcome', render: ({ outcome }) => <OutcomeLabel outcome={outcome} /> },
  { header: 'Audit', sort: 'reason', render: ({ audit }) => <AuditResult audit={audit} /> },
  { header: 'Answered', sort: 'at', align: 'right', render: ({ at }) => <Time value={at} /> },
]

const lastShown = 10
const shownAtOnce = 200

type Props = {
  hosts: readonly TaskHost[]
  task: TaskRecord
  /** The kind of hosts to show. */
  kind: HostKind
}

/** The last hosts of a running scan. After it, all hosts, sorted by any column and filtered by result. */
export function HostTable({ hosts, task, kind }: Props) {
  const isActive = isActiveTask(task)
  if (hosts.length === 0) {
    return <Dimmed>{isActive ? 'No hosts have answered yet.' : 'No hosts answered.'}</Dimmed>
  }
  const fitting = hosts.filter((host) => isOfKind(host, kind))
  if (!isActive) return <EndedHosts hosts={fitting} task={task} />
  const last = fitting.slice(-lastShown).reverse()
  return <PlainTable name="Hosts" columns={columns} items={last} keyOf={({ address }) => address} />
}

function EndedHosts({ hosts, task }: Omit<Props, 'kind'>) {
  const mayAudit = useMay('StartAuditsOrScans') && task.segmentId !== null
  const [reason, setReason] = useState('')
  const [sort, setSort] = useState('-at')
  const [shownMax, setShownMax] = useState(shownAtOnce)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const reasons = reasonsOf(hosts)
  // Another kind of hosts may have no host with the chosen result.
  const isListed = reasons.some((each) => each.reason === reason)
  const fitting = hosts.filter(({ audit }) => !isListed || audit.reason === reason)
  const sorted = sortedHosts(fitting, sort)
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
        <NativeSelect
          size="xs"
          aria-label="Audit result"
          value={isListed ? reason : ''}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data={[
            { value: '', label: 'All audit results' },
            ...reasons.map((each) => ({
              value: each.reason,
              label: `${words.get(each.reason) ?? each.reason} (${count(each.hosts)})`,
            })),
          ]}
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
        sorting={{ sort, onSort: setSort }}
      />
      {shown.length < fitting.length && (
        <Group gap="sm" mt={6}>
          <Dimmed>
            Showing {count(shown.length)} of {count(fitting.length)}.
          </Dimmed>
          <Button variant="default" onClick={() => setShownMax(shownMax + shownAtOnce)}>
            Show {count(Math.min(shownAtOnce, fitting.length - shown.length))} more
          </Button>
        </Group>
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
      <DeviceLink id={device.id} name={device.name} />
    </span>
  )
}

import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { count } from '../../../ui/amounts.ts'
import classes from './scan.module.css'
import type { HostKind } from './sorted-hosts.ts'

const names = [
  ['hostsFound', 'Found', 'Hosts that answered'],
  ['new', 'New', 'Devices added by this scan'],
  ['known', 'Known', 'Devices already in the inventory'],
  ['ignored', 'Ignored', 'Skipped by the Ignore List'],
  ['audited', 'Audited', 'Hosts read by SNMP or SSH'],
  ['notAudited', 'Not audited', 'Hosts that no credential could read, that did not answer, or that were not tried'],
  ['failed', 'Failed', 'Hosts whose audit started but did not finish'],
] as const satisfies readonly (readonly [HostKind, string, string])[]

type Props = {
  progress: TaskRecord['progress']
  filter: HostKind
  onFilter: (filter: HostKind) => void
}

/** The counts of a task. A count filters the hosts below; `Found` shows all of them. */
export function Counters({ progress, filter, onFilter }: Props) {
  const { addressesDone, addressesTotal, hostsFound } = progress
  // Progress reports hosts found twice a second, but stored devices at once.
  const counts = { ...progress, hostsFound: Math.max(hostsFound, progress.new + progress.known + progress.ignored) }
  return (
    <dl className={classes['counters']} aria-label="Counts">
      <div title="Addresses done, of all addresses">
        <dt>Done</dt>
        <dd>
          {count(addressesDone)} <small>of {count(addressesTotal)}</small>
        </dd>
      </div>
      {names.map(([key, name, about]) => (
        <div key={key} title={about} data-kind={counts[key] > 0 ? key : undefined}>
          <dt>{name}</dt>
          <dd>
            {counts[key] === 0 ? (
              0
            ) : (
              <button
                type="button"
                aria-label={`${count(counts[key])} ${name.toLowerCase()}: show them`}
                aria-pressed={filter === key}
                onClick={() => onFilter(filter === key ? 'hostsFound' : key)}
              >
                {count(counts[key])}
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

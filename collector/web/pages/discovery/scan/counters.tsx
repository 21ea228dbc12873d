import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { count } from '../../../ui/amounts.ts'
import classes from './scan.module.css'

const names = [
  ['hostsFound', 'Found', 'Hosts that answered'],
  ['new', 'New', 'Devices that were not in the inventory before'],
  ['known', 'Known', 'Devices that were in the inventory before'],
  ['ignored', 'Ignored', 'On the Ignore List, and left out'],
  ['audited', 'Audited', 'Hosts that were read from the inside, by SNMP or SSH'],
  ['failed', 'Failed', 'Hosts of which at least one probe failed'],
] as const satisfies readonly (readonly [keyof TaskRecord['progress'], string, string])[]

export function Counters({ progress }: { progress: TaskRecord['progress'] }) {
  const { addressesDone, addressesTotal, hostsFound } = progress
  // What was found is told twice a second, what was stored of it is counted at once.
  const counts = { ...progress, hostsFound: Math.max(hostsFound, progress.new + progress.known + progress.ignored) }
  return (
    <dl className={classes['counters']} aria-label="Counts">
      <div title="Addresses that are done, of all there are">
        <dt>Done</dt>
        <dd>
          {count(addressesDone)} <small>of {count(addressesTotal)}</small>
        </dd>
      </div>
      {names.map(([key, name, about]) => (
        <div key={key} title={about} data-kind={counts[key] > 0 ? key : undefined}>
          <dt>{name}</dt>
          <dd>{count(counts[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

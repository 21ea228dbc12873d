import { percentile } from './dataset/latency.ts'
import { type Day, type Fleet, inFlight, type Month, retentionDays, simulate } from './fleet/month.ts'
import { type Effort, type Report, type Row, row, show } from './report.ts'

const whole: Fleet = { agents: 25_000, networkDevices: 5_000, days: 30 }
/** Smaller fleet, for which a month passes in less than ten minutes. */
const part: Fleet = { agents: 250, networkDevices: 50, days: whole.days }
/** Until then caches fill. */
const warmUpDays = 5
/** Rows of the table of sizes; all other tables share one row. */
const tablesShown = 10

/** A month of a fleet, as fast as it can be stored. */
export async function benchFleet(effort: Effort): Promise<Report> {
  const isWhole = effort === 'full'
  const fleet = isWhole ? whole : part
  const month = await simulate(fleet)
  const { days, scanTimes } = month
  const snapshots = days.reduce((sum, day) => sum + day.snapshots, 0)
  const seconds = days.reduce((sum, day) => sum + day.seconds, 0)
  const share = fleet.agents / whole.agents
  return {
    title: isWhole ? 'A month of a fleet' : 'A month of part of a fleet',
    method: `${isWhole ? '' : `One in ${many(1 / share)} of a fleet of ${many(whole.agents)} agents and ${many(whole.networkDevices)} network devices. The month of the whole fleet takes a night (\`--full\`). Figures of the whole fleet are calculated, the others are measured. `}In process, on SQLite with the durability of production and a simulated clock: ${many(fleet.agents)} agents that send ${(month.snapshotBytes / 1000).toFixed(0)} KB each hour and scans of ${many(fleet.networkDevices)} network devices each day, for ${fleet.days} days, ${inFlight} at a time, each right after the previous response. The network devices are scanned while retention deletes. ${retentionDays} days of snapshots and changes are kept. Retention, packing and housekeeping run in parallel until nothing is left. Times are from the parsing of a snapshot to its commit, for each simulated day. The generator of the snapshots shares the cores.`,
    rows: [
      row(
        'snapshots',
        `${many(snapshots)} in ${seconds.toFixed(0)} s: ${(snapshots / seconds).toFixed(0)} a second`,
        `${(perSecond(whole)).toFixed(1)} a second in production, for the whole fleet`,
      ),
      row('agents, p50 of each day', show(of(days, 'p50'), 'ms', 1)),
      row('agents, p99 of each day', show(of(days, 'p99'), 'ms', 1), 'under 100 ms'),
      row('agents, slowest of each day', show(of(days, 'max'), 'ms', 0)),
      row(
        'network devices, p50 and p99 of the month',
        [0.5, 0.99].map((share) => `${percentile(scanTimes, share).toFixed(1)} ms`).join(', '),
        'p99 under 100 ms',
      ),
      row(
        'resident memory after each day',
        `${show(of(days, 'megabytes'), 'MiB', 0)}; from day ${warmUpDays + 1} on ${slopeOf(of(days, 'megabytes').slice(warmUpDays)).toFixed(2)} MiB more per day`,
        'no growth',
      ),
      ...sizeRows(month, share),
    ],
  }
}

const many = (value: number) => value.toLocaleString('en')
const of = (days: readonly Day[], field: keyof Day) => days.map((day) => day[field])
const perSecond = ({ agents, networkDevices }: Fleet) => agents / 3600 + networkDevices / 86_400

/** By least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const up = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0)
  return up / values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
}

/** Reports bytes per device. They do not depend on the number of devices, except for the shared software catalog. */
function sizeRows({ sizes }: Month, share: number): Row[] {
  const ordered = [...sizes].sort(([, a], [, b]) => b - a)
  const mebibytes = (tables: readonly [string, number][]) =>
    `${(tables.reduce((sum, [, bytes]) => sum + bytes, 0) / 2 ** 20).toFixed(1)} MiB`
  const ofWhole = ordered.reduce((sum, [, bytes]) => sum + bytes, 0) / share / 2 ** 30
  return [
    row('the whole database', mebibytes(ordered)),
    ...(share < 1 ? [row('the same for the whole fleet, calculated', `${ofWhole.toFixed(1)} GiB`)] : []),
    ...ordered.slice(0, tablesShown).map((table) => row(`\`${table[0]}\` with its indexes`, mebibytes([table]))),
    row('all other tables', mebibytes(ordered.slice(tablesShown))),
  ]
}

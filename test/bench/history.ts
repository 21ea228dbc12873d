import { dayMs } from '@rollcall/shared/durations.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { getDeviceAsOf } from '../../collector/src/devices/detail/device-as-of.ts'
import { diffSnapshots } from '../../collector/src/snapshots/diff/diff-snapshots.ts'
import { packNext } from '../../collector/src/snapshots/packing/pack.ts'
import { percentile } from './dataset/latency.ts'
import { longestHold } from './event-loop.ts'
import { type Baseline, gitBaseline, zstdBaseline } from './history/baselines.ts'
import { type InProcess, openInProcess } from './in-process.ts'
import { Machine } from './machine.ts'
import { type Effort, type Report, type Row, row, show } from './report.ts'

const usualDays = 365
const quickDays = 60
/** Fewer for a year than for the first day, where a page that is half empty counts more. */
const machines = { year: 8, firstDay: 64 }
const reads = 400
const diffs = { packages: 5_000, upgraded: 200, times: 200 }
const hugeDiff = { packages: 100_000, upgraded: 50_000, times: 3 }

/** In the past: the collector corrects times that are after its own. */
const startMs = Date.UTC(2025, 0, 1, 8)
const historyTables = ['sections', 'snapshots', 'snapshot_facts', 'snapshot_sites', 'raw_payloads']

/**
 * Measures the size of a year of daily snapshots in relation to one of them, and the time to read any day and to
 * compare two.
 */
export async function benchHistory(effort: Effort): Promise<Report> {
  const days = effort === 'quick' ? quickDays : usualDays
  const rows: Row[] = []
  rows.push(...(await measureDays(days, 500, effort === 'quick' ? [] : [zstdBaseline, gitBaseline])))
  if (effort !== 'quick') rows.push(...(await measureDays(days, 1_500, [])), await measureHugeDiff())
  rows.push(await measureDiff())
  return {
    title: 'History',
    method: `In process, on SQLite. ${machines.year} machines whose agents send one snapshot a day for ${days} days. One package is upgraded on five days of each week, and free space changes daily. The snapshots compress as well as those of a Debian machine. They are packed after each day. The space of a machine is the pages of the tables of snapshots, sections and raw payloads with their indexes (dbstat), compared with the first day alone (of ${machines.firstDay} machines, where half-empty pages count less). Against: the snapshots that one agent sent. \`asOf\` ${reads} times in random order. Diffs of snapshots with ${many(diffs.packages)} packages and ${diffs.upgraded} upgrades, ${diffs.times} times, and with ${many(hugeDiff.packages)} packages and ${many(hugeDiff.upgraded)} upgrades, ${hugeDiff.times} times.`,
    rows,
  }
}

const many = (value: number) => value.toLocaleString('en')

/** Measurement of documents; it takes minutes for the larger ones. */
type Measure = (documents: readonly Buffer[]) => Promise<Baseline>

async function measureDays(days: number, packages: number, measure: readonly Measure[]): Promise<Row[]> {
  const first = await measureFirstDay(packages)
  await using database = await openInProcess()
  const fleet = fleetOf(machines.year, packages)
  const documents: Buffer[] = []
  const deviceIds = new Set<string>()
  let packMs = 0
  for (let day = 0; day < days; day++) {
    if (day % 7 < 5) for (const machine of fleet) machine.upgrade(1)
    const sent = fleet.map((machine) => bytesOf(machine, day))
    documents.push(...sent.slice(0, 1))
    for (const { deviceId } of await Promise.all(sent.map((raw) => submit(database, raw)))) deviceIds.add(deviceId)
    const packedAt = performance.now()
    while ((await packNext(database.ctx)) > 0);
    packMs += performance.now() - packedAt
  }
  const year = perMachine(database, machines.year)
  const asOf = await asOfTimes(database, days, [...deviceIds])
  const baselines: Baseline[] = []
  for (const baseline of measure) baselines.push(await baseline(documents))
  const beside = (all: number, one: number) => `${(all / one).toFixed(1)}x: ${kib(all)} beside ${kib(one)}`
  return [
    row(
      `${days} daily snapshots with ${many(packages)} packages, compared with one`,
      beside(year.history, first.history),
      'under 12x',
      baselines.map(describe).join('; '),
    ),
    row('the same for the whole database', beside(year.whole, first.whole)),
    row('packing one snapshot', `${(packMs / (days * machines.year)).toFixed(1)} ms`),
    row('`asOf` any day of these', percentiles(asOf), 'p99 under 20 ms'),
  ]
}

async function measureFirstDay(packages: number): Promise<Space> {
  await using database = await openInProcess()
  await Promise.all(fleetOf(machines.firstDay, packages).map((machine) => submit(database, bytesOf(machine, 0))))
  return perMachine(database, machines.firstDay)
}

type Space = { history: number; whole: number }

function perMachine(database: InProcess, count: number): Space {
  const sizes = database.sizes()
  const sum = (values: Iterable<number>) => [...values].reduce((total, bytes) => total + bytes, 0) / count
  return { history: sum(historyTables.map((table) => sizes.get(table) ?? Number.NaN)), whole: sum(sizes.values()) }
}

const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`
const describe = ({ name, ratio, bytes }: Baseline) => `${name}: ${ratio.toFixed(1)}x, ${kib(bytes)}`

const fleetOf = (count: number, packages: number) =>
  Array.from({ length: count }, (_, index) => new Machine(index + 1, packages))

const bytesOf = (machine: Machine, day: number) => Buffer.from(JSON.stringify(machine.observe(startMs + day * dayMs)))

function submit({ ingest, ctx }: InProcess, raw: Buffer) {
  const observation = observationSchema.parse(JSON.parse(raw.toString()))
  return ingest.submit({ siteId: ctx.siteId, observation, raw, actor: 'bench', agentId: 'bench' })
}

async function asOfTimes({ ctx }: InProcess, days: number, deviceIds: readonly string[]): Promise<number[]> {
  return timesOf(reads, async (index) => {
    const deviceId = deviceIds[index % deviceIds.length] ?? ''
    // Scattered over the year.
    const at = startMs + dayMs + ((index * 0.618_034) % 1) * (days - 1) * dayMs
    await getDeviceAsOf(ctx, deviceId, new Date(at).toISOString())
  })
}

async function measureDiff(): Promise<Row> {
  await using database = await openInProcess()
  const [before, after] = await upgradedMachine(database, diffs)
  const times = await timesOf(diffs.times, () => diffSnapshots(database.ctx, before, after))
  return row(`diff of two snapshots with ${many(diffs.packages)} packages`, percentiles(times), 'under 30 ms')
}

async function measureHugeDiff(): Promise<Row> {
  await using database = await openInProcess()
  const [before, after] = await upgradedMachine(database, hugeDiff)
  await diffSnapshots(database.ctx, before, after)
  const held: number[] = []
  const times = await timesOf(hugeDiff.times, async () => {
    held.push(await longestHold(() => diffSnapshots(database.ctx, before, after)))
  })
  const work = `diff of two snapshots with ${many(hugeDiff.packages)} packages; longest wait of others meanwhile`
  return row(work, `${show(times, 'ms', 0)}; ${show(held, 'ms', 0)}`)
}

/** The ids of the snapshots of one machine before and after an upgrade. */
async function upgradedMachine(database: InProcess, { packages, upgraded }: typeof diffs): Promise<[string, string]> {
  const machine = new Machine(1, packages)
  const submitDay = async (day: number) => (await submit(database, bytesOf(machine, day))).snapshotId ?? ''
  const before = await submitDay(0)
  machine.upgrade(upgraded)
  return [before, await submitDay(1)]
}

async function timesOf(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await work(index)
    times.push(performance.now() - startedAt)
  }
  return times
}

function percentiles(times: readonly number[]): string {
  const ms = (share: number) => percentile(times, share).toFixed(1)
  return `p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms`
}

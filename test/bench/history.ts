import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { getDeviceAsOf } from '../../collector/src/devices/device-as-of.ts'
import { diffSnapshots } from '../../collector/src/snapshots/diff.ts'
import { packNext } from '../../collector/src/snapshots/pack.ts'
import { type Baseline, gitBaseline, zstdBaseline } from './history/baselines.ts'
import { type HistoryDatabase, openHistoryDatabase } from './history/database.ts'
import { Machine } from './history/machine.ts'
import { type Report, type Row, show } from './report.ts'

const days = 365
/** Several, so that a page of an index is not counted for one of them alone. */
const machines = 8
const reads = 400
const diffs = 40
const diffedPackages = 5_000

/** What a year of daily snapshots takes beside one of them, how fast any day of it is read, and two are compared. */
export async function benchHistory(): Promise<Report> {
  const rows: Row[] = []
  for (const packages of [500, 1_500]) rows.push(...(await measureYear(packages)))
  rows.push(await measureDiff())
  return {
    title: 'History',
    method: `In process, on SQLite. ${machines} machines whose agents send a snapshot a day for ${days} days, with one package upgraded on five days of a week and other free space each day; what they send compresses as what a Debian machine's agent sends. Space is that of the tables of snapshots, sections and raw payloads with their indexes (dbstat), once all is packed, beside that of the first day alone. \`asOf\` of ${reads} times in random order. The diff of two snapshots with ${diffedPackages.toLocaleString('en')} packages of which 200 were upgraded, ${diffs} times.`,
    rows,
  }
}

async function measureYear(packages: number): Promise<Row[]> {
  await using database = await openHistoryDatabase()
  const year = Array.from({ length: machines }, (_, number) => new Machine(number + 1, packages))
  const documents: Buffer[] = []
  const ids = new Set<string>()
  let first = { history: 0, whole: 0 }
  for (let day = 0; day < days; day++) {
    const sent = year.map((machine) => Buffer.from(JSON.stringify(machine.observe(day))))
    documents.push(...sent.slice(0, 1))
    for (const { deviceId } of await Promise.all(sent.map((raw) => submit(database, raw)))) ids.add(deviceId)
    if (day === 0) first = database.sizes()
  }
  const packedAt = performance.now()
  while ((await packNext(database.ctx)) > 0);
  const packMs = (performance.now() - packedAt) / (days * machines)
  const all = database.sizes()
  const asOf = await asOfTimes(database, [...ids])
  const baselines = [await zstdBaseline(documents), await gitBaseline(documents)]
  const kib = (bytes: number) => `${(bytes / machines / 1024).toFixed(0)} KiB`
  return [
    {
      work: `a year of snapshots with ${packages.toLocaleString('en')} packages, beside one`,
      ours: `${(all.history / first.history).toFixed(1)}x: ${kib(all.history)} beside ${kib(first.history)}`,
      against: baselines.map(describe).join('; '),
      ratio: '',
      target: 'under 12x',
    },
    {
      work: 'the same of the whole database',
      ours: `${(all.whole / first.whole).toFixed(1)}x: ${kib(all.whole)} beside ${kib(first.whole)}`,
      against: '',
      ratio: '',
      target: '',
    },
    { work: 'packing of a snapshot', ours: `${packMs.toFixed(1)} ms`, against: '', ratio: '', target: '' },
    { work: '`asOf` any day of it', ours: percentiles(asOf), against: '', ratio: '', target: 'p99 under 20 ms' },
  ]
}

const describe = ({ name, ratio, bytes }: Baseline) => `${name}: ${ratio.toFixed(1)}x, ${(bytes / 1024).toFixed(0)} KiB`

function submit({ ingest, ctx }: HistoryDatabase, raw: Buffer) {
  const observation = observationSchema.parse(JSON.parse(raw.toString()))
  return ingest.submit({ siteId: ctx.siteId, observation, raw, actor: 'bench', agentId: 'bench' })
}

async function asOfTimes({ ctx }: HistoryDatabase, deviceIds: readonly string[]): Promise<number[]> {
  const { firstSeen, lastSeen } = { firstSeen: Date.UTC(2026, 0, 2), lastSeen: Date.UTC(2026, 11, 31) }
  return timesOf(reads, async (index) => {
    const deviceId = deviceIds[index % deviceIds.length] ?? ''
    // Scattered over the year.
    const at = firstSeen + ((index * 0.618_034) % 1) * (lastSeen - firstSeen)
    await getDeviceAsOf(ctx, deviceId, new Date(at).toISOString())
  })
}

async function measureDiff(): Promise<Row> {
  await using database = await openHistoryDatabase()
  const machine = new Machine(1, diffedPackages)
  const look = async (day: number) =>
    (await submit(database, Buffer.from(JSON.stringify(machine.observe(day))))).snapshotId ?? ''
  const before = await look(0)
  machine.upgrade(200)
  const after = await look(6)
  const times = await timesOf(diffs, () => diffSnapshots(database.ctx, before, after))
  const work = `diff of two snapshots with ${diffedPackages.toLocaleString('en')} packages`
  return { work, ours: `${show(times, 'ms', 1)}`, against: '', ratio: '', target: 'under 30 ms' }
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
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { listDevices } from '../../collector/src/devices/list/list-devices.ts'
import { type InProcess, openInProcess } from './in-process.ts'
import { type Load, startSide, type Work } from './ingest/side.ts'
import { startProfile, type Times } from './profiler.ts'
import type { Report, Row } from './report.ts'

const load: Load = {
  clients: 32,
  secondsPerRun: 8,
  known: { devices: 200, packages: 500 },
  fresh: { devices: 256, packages: 500 },
}
const hosts = 4_000
const lists = 400
/** The first runs are compiled while they run, so the last one counts. */
const runs = 3
const partsShown = 7
const filesShown = 4

const snapshots: { work: Work; title: string; target?: string }[] = [
  { work: 'unchanged', title: 'a snapshot of 500 packages, unchanged' },
  { work: 'common', title: 'the same, with an upgrade of one package', target: '2 ms' },
  { work: 'first', title: 'new device with 500 packages', target: '6 ms' },
]

/** Shows where the CPU time of the most frequent work goes. */
export async function benchProfile(): Promise<Report> {
  const rows: Row[] = []
  await using side = await startSide(load, {})
  for (const { work, title, target } of snapshots) {
    for (let run = 1; run < runs; run++) await side.measure(work)
    const { cpuMs } = await side.measure(work)
    const { profile } = await side.measure(work, { isProfiled: true })
    if (profile) rows.push(rowOf(title, cpuMs, profile, target))
  }
  await using bench = await openInProcess()
  for (let run = 0; run < runs; run++) await sweep(bench, run)
  rows.push(await profiled('a host that answers a ping, not known before', hosts, (run) => sweep(bench, runs + run)))
  rows.push(await profiled('the same, seen again', hosts, () => sweep(bench, 0)))
  rows.push(await profiled('a list of 50 devices, in the order of their names', lists, () => list(bench)))
  return {
    title: 'Where the time goes',
    method: `CPU time of one item, and the shares of it by V8's profiler in another run: of all threads, but for V8's own. Snapshots come over HTTPS from ${load.clients} clients into the collector on SQLite. Hosts and lists are measured in process, hosts with ${hosts.toLocaleString('en')} to a scan.`,
    columns: ['Work', 'CPU time', 'Shares', 'Largest files', 'Target'],
    rows,
  }
}

/** Measures work of the bench's own process twice: its CPU time, then its shares. */
async function profiled(title: string, items: number, work: (run: number) => Promise<unknown>): Promise<Row> {
  const before = process.cpuUsage()
  await work(0)
  const { user, system } = process.cpuUsage(before)
  const stop = await startProfile()
  await work(1)
  return rowOf(title, (user + system) / 1000 / items, await stop())
}

function rowOf(work: string, cpuMs: number, { parts, files }: Times, target = ''): Row {
  const total = Object.values(parts).reduce((sum, ms) => sum + ms, 0)
  const largest = (times: Record<string, number>, count: number) =>
    Object.entries(times)
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, ms]) => `${name} ${((ms / total) * 100).toFixed(0)} %`)
      .join(', ')
  return {
    work,
    ours: `${cpuMs.toFixed(2)} ms`,
    against: largest(parts, partsShown),
    ratio: largest(files, filesShown),
    target,
  }
}

let seenMs = Date.now()

/** Stores the answers of one network's hosts, as of a scan. */
async function sweep({ ctx, ingest }: InProcess, network: number): Promise<void> {
  seenMs += 60_000
  const observations = Array.from({ length: hosts }, (_, host) => answerOf(network, host, new Date(seenMs)))
  await Promise.all(
    observations.map((observation) => ingest.submit({ siteId: ctx.siteId, observation, actor: 'bench' })),
  )
}

const answerOf = (network: number, host: number, at: Date): Observation =>
  observationSchema.parse({
    ...{ schemaVersion: 1, id: crypto.randomUUID(), source: 'Service', depth: 'discovery', type: 'unknown', name: '' },
    identity: { ipAddresses: [`10.${network}.${host >> 8}.${host & 255}`] },
    observedAt: at.toISOString(),
  })

async function list({ ctx }: InProcess): Promise<void> {
  const query = deviceQuerySchema.parse({ limit: '50' })
  for (let n = 0; n < lists; n++) JSON.stringify(await listDevices(ctx, { ...query, offset: n * 20 }))
}

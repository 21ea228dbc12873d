import { softwareListSchema } from '@rollcall/shared/api/software.ts'
import { z } from 'zod'
import { cpuMsOf } from '../cpu-time.ts'
import { type Report, type Row, spreadOf } from '../report.ts'
import { type Dataset, dataset } from './cache.ts'
import { type Client, createBenchClient } from './client.ts'
import { startCollector } from './collector.ts'
import { add, type Latency, timesOf } from './latency.ts'
import { describe } from './lists.ts'
import { postgresDataset, sharedBuffers, startBenchPostgres } from './postgres.ts'
import { type Measured, measuredRequests } from './requests.ts'
import { queryRequests } from './typical-queries.ts'

/** The first 20 packages are on every device, so that 25 give each some of its own. */
const packages = 25
const hundredThousand = { devices: 100_000, generated: 2_000, packages, snapshots: 5 }
const million = { devices: 1_000_000, generated: 5_000, packages, snapshots: 2 }

const sampling = { warmUps: 3, rounds: 3, perRound: 20 }
/** Highest p99 of a list or search with a million devices. */
const millionTargetMs = 60

type Timed = { request: Measured; latency: Latency; cpuMs: number }
type Measurement = Timed | { request: Measured; refusal: string }

/** Every list, search and query on SQLite and on PostgreSQL, in the same run. */
export async function benchBothEngines(isWhole: boolean): Promise<Report[]> {
  const reports = []
  for (const size of isWhole ? [hundredThousand, million] : [hundredThousand]) {
    const made = await dataset(size)
    const sqlite = await measure(made, [])
    const server = await startBenchPostgres()
    try {
      await using copied = await postgresDataset(server, size)
      reports.push(reportOf(made, sqlite, await measure(copied, [server.pid])))
    } finally {
      await server.stop()
    }
  }
  return reports
}

async function measure(made: Dataset, pids: readonly number[]): Promise<Measurement[]> {
  await using collector = await startCollector(made.dataDir, made.databaseUrl)
  const client = createBenchClient(collector, 1)
  try {
    await forbidProduct(client)
    const requests = [...(await measuredRequests(client, collector.siteId)), ...(await queryRequests(client))]
    const all = [collector.process.pid, ...pids]
    const measurements: Measurement[] = []
    for (const request of requests) measurements.push(await measureOne(client, all, request))
    return measurements
  } finally {
    client.close()
  }
}

/** Forbids a product, so that some devices do not comply. */
async function forbidProduct(client: Client): Promise<void> {
  const { items } = softwareListSchema.parse(await client.json('/api/v1/software?q=driver-package-29'))
  const path = `/api/v1/software/${items[0]?.id}`
  const { status } = await client.send({ method: 'PATCH', path, body: { softwareGroup: 'Forbidden' } })
  if (status >= 300) throw new Error(`the product was not classified: ${status}`)
}

async function measureOne(client: Client, pids: readonly number[], request: Measured): Promise<Measurement> {
  const refusal = await client.refusal(request)
  if (refusal !== undefined) return { request, refusal: messagesIn(refusal) }
  await timesOf(client, request, sampling.warmUps)
  const latency: Latency = { p50: [], p99: [], max: [] }
  const before = cpuMsOf(pids)
  let calls = 0
  for (let round = 0; round < sampling.rounds; round++) {
    const times = await timesOf(client, request, sampling.perRound)
    calls += times.length
    add(latency, times)
  }
  return { request, latency, cpuMs: (cpuMsOf(pids) - before) / calls }
}

/** The messages of a problem, without what every problem has. */
function messagesIn(body: string): string {
  const { errors = [], detail } = problemSchema.parse(JSON.parse(body))
  return errors.map(({ message }) => message).join('; ') || (detail ?? body)
}

const problemSchema = z.object({
  detail: z.string().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

function reportOf(made: Dataset, sqlite: readonly Measurement[], postgres: readonly Measurement[]): Report {
  const rows = sqlite.map((ours, index) => rowOf(ours, postgres[index], made.devices > hundredThousand.devices))
  return {
    title: `Lists, searches and queries with ${made.devices.toLocaleString('en')} devices, on both engines`,
    method: `The real collector over HTTPS with a bearer token, ${sampling.rounds} rounds of ${sampling.perRound} calls each, 50 items per page: p50 and p99 in milliseconds, and milliseconds of CPU per call, of the collector and the database server with all their processes. The ratio is of p50. PostgreSQL has ${sharedBuffers} of shared buffers. ${made.generated} of the devices went through ingest, the others are copies of them. ${describe(made)}`,
    columns: ['Work', 'SQLite', 'PostgreSQL', 'Ratio', 'Target'],
    rows,
  }
}

function rowOf(ours: Measurement, theirs: Measurement | undefined, isMillion: boolean): Row {
  const { name, targetMs } = ours.request
  const target = isMillion ? Math.max(targetMs, millionTargetMs) : targetMs
  const isMissed = [ours, theirs].some(
    (each) => each && 'latency' in each && spreadOf(each.latency.p99).median > target,
  )
  return {
    work: name,
    ours: show(ours),
    against: theirs ? show(theirs) : '',
    ratio: theirs && 'latency' in theirs && 'latency' in ours ? ratioOf(ours, theirs) : '',
    target: `p99 under ${target} ms${isMissed ? ': **missed**' : ''}`,
  }
}

function ratioOf(ours: Timed, theirs: Timed): string {
  return (spreadOf(theirs.latency.p50).median / spreadOf(ours.latency.p50).median).toFixed(1)
}

function show(measurement: Measurement): string {
  if ('refusal' in measurement) return `refused: ${measurement.refusal}`
  const { latency, cpuMs } = measurement
  const [p50, p99] = [latency.p50, latency.p99].map((values) => spreadOf(values).median.toFixed(1))
  return `${p50} / ${p99}, CPU ${cpuMs.toFixed(1)}`
}

import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@rollcall/shared/ids.ts'
import { z } from 'zod'
import type { AgentConfig } from '../../../agent/src/config.ts'
import { joinAgent } from '../../../agent/src/submit/exchange-token.ts'
import { type Cell, type Report, ratios, row, show } from '../report.ts'
import type { Dataset } from './cache.ts'
import { type BenchRequest, type Client, createBenchClient, type Sample } from './client.ts'
import { type BenchedCollector, startCollector } from './collector.ts'
import { observe } from './devices.ts'
import { add, type Latency, showLatency } from './latency.ts'
import { measuredRequests } from './requests.ts'

const readers = 50
const agents = 200
const snapshotsPerSecond = 100
const seconds = 20
const rounds = 3
/** Snapshots sent but not yet answered; when so many wait, the rate is not kept, and the table says so. */
const pendingMax = 200

type Load = { reads: Sample[]; writes: Sample[] }

/**
 * Readers that ask again as soon as they are answered, while snapshots of known devices come in at a fixed rate: with the
 * default number of threads, and with the main thread alone.
 */
export async function benchMixed(size: Dataset): Promise<Report> {
  const ours = await measure(size)
  const alone = await measure(size, { ROLLCALL_THREADS: '1' })
  const beside = (work: string, target: string, of: (measured: Measured) => Cell) =>
    row(work, of(ours), target, of(alone))
  return {
    title: `${readers} clients reading during ${snapshotsPerSecond} snapshots a second`,
    method: `${rounds} rounds of ${seconds} s. Each reader asks for ${ours.mixed} in turn, without a pause. The snapshots come from agents of known devices, over HTTPS. Clients and collector share the cores. Against: the main thread alone (\`ROLLCALL_THREADS=1\`), in a second run on a copy of the same data. What the main thread does of all work cannot be divided: its share limits what further cores gain (Amdahl).`,
    rows: [
      beside('reads', 'p99 under 100 ms', ({ reading }) => showLatency(reading)),
      {
        ...beside('reads a second', '500', ({ readRates }) => show(readRates, '', 0)),
        ratio: show(ratios(ours.readRates, alone.readRates), ''),
        higherIsBetter: true,
      },
      beside('snapshots', '', ({ writing }) => showLatency(writing)),
      beside('snapshots a second', `${snapshotsPerSecond}`, ({ writeRates }) => show(writeRates, '', 0)),
      beside('CPU time of the main thread, of the whole collector’s', '', ({ mainShares }) => show(mainShares, '%', 0)),
      beside('errors', '0', ({ errors }) => `${errors}`),
    ],
  }
}

type Measured = Record<'reading' | 'writing', Latency> &
  Record<'readRates' | 'writeRates' | 'mainShares', number[]> & { errors: number; mixed: string }

async function measure(size: Dataset, env: Record<string, string> = {}): Promise<Measured> {
  await using collector = await startCollector(size.dataDir, undefined, env)
  const writeClient = await agentClient(collector, size)
  const readClient = createBenchClient(collector, readers)
  const latency = (): Latency => ({ p50: [], p99: [], max: [] })
  const found: Measured = {
    ...{ reading: latency(), writing: latency(), readRates: [], writeRates: [], mainShares: [] },
    ...{ errors: 0, mixed: '' },
  }
  try {
    const mix = (await measuredRequests(readClient, collector.siteId)).filter(({ isCommon }) => isCommon)
    found.mixed = mix.map(({ name }) => name).join('; ')
    for (let round = 0; round < rounds; round++) {
      const before = cpuTicksOf(collector.process.pid)
      const { reads, writes } = await load(readClient, writeClient, mix)
      const after = cpuTicksOf(collector.process.pid)
      found.mainShares.push((100 * (after.main - before.main)) / (after.all - before.all))
      add(
        found.reading,
        reads.map(({ ms }) => ms),
      )
      add(
        found.writing,
        writes.map(({ ms }) => ms),
      )
      found.readRates.push(reads.length / seconds)
      found.writeRates.push(writes.length / seconds)
      found.errors += [...reads, ...writes].filter((sample) => !isAnswered(sample)).length
    }
    return found
  } finally {
    readClient.close()
    writeClient.client.close()
  }
}

/** CPU time of a process and of its main thread, in ticks of the system. */
function cpuTicksOf(pid: number): { main: number; all: number } {
  const ticks = (file: string) => {
    const [user, system] = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
    return Number(user) + Number(system)
  }
  return { main: ticks(`/proc/${pid}/task/${pid}/stat`), all: ticks(`/proc/${pid}/stat`) }
}

const isAnswered = ({ status }: Sample) => status === 200 || status === 201

async function load(reader: Client, writer: AgentClient, mix: readonly BenchRequest[]): Promise<Load> {
  const result: Load = { reads: [], writes: [] }
  const endsAt = performance.now() + seconds * 1000
  const read = async (start: number) => {
    for (let i = start; performance.now() < endsAt; i++) {
      result.reads.push(await attempt(reader, mix[i % mix.length] as BenchRequest))
    }
  }
  // Each begins at another place, so that they do not all ask for the same thing at a time.
  const reading = Array.from({ length: readers }, (_, index) => read(index * 7))
  const pending = new Set<Promise<void>>()
  for (let sent = 0; performance.now() < endsAt; sent++) {
    const dueAt = endsAt - seconds * 1000 + (sent * 1000) / snapshotsPerSecond
    await delay(Math.max(0, dueAt - performance.now()))
    if (pending.size >= pendingMax) await Promise.race(pending)
    const sending = writer.submit(sent).then((sample) => void result.writes.push(sample))
    pending.add(sending)
    void sending.finally(() => pending.delete(sending))
  }
  await Promise.all([...reading, ...pending])
  return result
}

/** A connection that breaks is an error like any other: status 0. */
const attempt = (client: Client, call: BenchRequest): Promise<Sample> =>
  client.send(call).catch(() => ({ ms: 0, status: 0, bytes: 0 }))

/** `submit` sends the next of a fixed sequence of snapshots. */
type AgentClient = { client: Client; submit(sent: number): Promise<Sample> }

/** Agents of the devices that snapshots come from. */
async function agentClient(collector: BenchedCollector, size: Dataset): Promise<AgentClient> {
  const created = await collector.cli('join-token', 'create', '--for', 'agent', '--uses', `${agents}`)
  const { token } = z.object({ token: z.string() }).parse(created)
  const joined: AgentConfig[] = []
  for (let index = 0; index < agents; index++) {
    joined.push(await joinAgent({ url: collector.url, token, hostname: `bench-${index}`, version: '0.1.0' }))
  }
  const client = createBenchClient(collector, agents)
  return {
    client,
    submit(sent) {
      const agent = joined[sent % agents] as AgentConfig
      // Far apart in the inventory, and every time in another version of their packages.
      const number = Math.floor((sent % agents) * (size.devices / agents))
      const seen = observe(number, 1 + Math.floor(sent / agents), size)
      const identity = { ...seen.identity, agentId: agent.agentId }
      const body = { ...seen, id: newId(), identity, observedAt: new Date().toISOString() }
      const headers = { Authorization: `Bearer ${agent.token}` }
      return attempt(client, { method: 'POST', path: '/api/agent/snapshots', body, headers })
    },
  }
}

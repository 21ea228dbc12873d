import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@rollcall/shared/ids.ts'
import { z } from 'zod'
import type { AgentConfig } from '../../../agent/src/config.ts'
import { joinAgent } from '../../../agent/src/submit/join.ts'
import { type Report, row, show } from '../report.ts'
import type { Dataset } from './cache.ts'
import { type BenchRequest, type Client, createBenchClient, type Sample } from './client.ts'
import type { BenchedCollector } from './collector.ts'
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

/** Readers that ask again as soon as they are answered, while snapshots of known devices come in at a fixed rate. */
export async function benchMixed(collector: BenchedCollector, size: Dataset): Promise<Report> {
  const writeClient = await agentClient(collector, size)
  const readClient = createBenchClient(collector, readers)
  const [reading, writing]: [Latency, Latency] = [
    { p50: [], p99: [], max: [] },
    { p50: [], p99: [], max: [] },
  ]
  const [readRates, writeRates]: [number[], number[]] = [[], []]
  let errors = 0
  let mixed = ''
  try {
    const mix = (await measuredRequests(readClient, collector.siteId)).filter(({ isCommon }) => isCommon)
    mixed = mix.map(({ name }) => name).join('; ')
    for (let round = 0; round < rounds; round++) {
      const { reads, writes } = await load(readClient, writeClient, mix)
      add(
        reading,
        reads.map(({ ms }) => ms),
      )
      add(
        writing,
        writes.map(({ ms }) => ms),
      )
      readRates.push(reads.length / seconds)
      writeRates.push(writes.length / seconds)
      errors += [...reads, ...writes].filter((sample) => !isAnswered(sample)).length
    }
  } finally {
    readClient.close()
    writeClient.client.close()
  }
  return {
    title: `${readers} clients reading during ${snapshotsPerSecond} snapshots a second`,
    method: `${rounds} rounds of ${seconds} s. Each reader asks for ${mixed} in turn, without a pause. The snapshots come from agents of known devices, over HTTPS. Clients and collector share the cores.`,
    rows: [
      row('reads', showLatency(reading), 'p99 under 100 ms'),
      row('reads a second', show(readRates, '', 0), ''),
      row('snapshots', showLatency(writing), ''),
      row('snapshots a second', show(writeRates, '', 0), `${snapshotsPerSecond}`),
      row('errors', `${errors}`, '0'),
    ],
  }
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

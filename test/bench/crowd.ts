import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import { taskAcceptedSchema, taskRecordSchema } from '@rollcall/shared/api/task.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { z } from 'zod'
import { startUp, type Up } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import type { ServicesVerbs } from './crowd/services.ts'
import { percentile } from './dataset/latency.ts'
import type { AgentsVerbs } from './ingest/agents.ts'
import { startWorker } from './ingest/ipc.ts'
import { cpuSecondsOf, megabytesOf } from './process-memory.ts'
import { type Effort, type Report, type Row, row, show } from './report.ts'

type Crowd = { services: number; agents: number; outageHours: number; range: number }

const whole: Crowd = { services: 200, agents: 25_000, outageHours: 24, range: 2 ** 20 }
const part: Crowd = { services: 200, agents: 2_500, outageHours: 24, range: 2 ** 18 }
const packages = 100
/** One address in so many answers ping. */
const oneInLive = 16
const clients = 64
const restSeconds = 30

/** Many Audit Services and agents at one collector: at rest, in a scan by all services, and after an outage. */
export async function benchCrowd(effort: Effort): Promise<Report> {
  const crowd = effort === 'full' ? whole : part
  await using up = await startUp({ args: ['--no-agent'] })
  await using folder = await tmpFolder('rollcall-bench-')
  const rows = [...(await services(up, folder.path, crowd)), ...(await agents(up, crowd))]
  return {
    title: 'A crowd of Audit Services and agents',
    method: `\`rollcall up\` on SQLite; ${many(crowd.services)} Audit Services in another process, with the keys, connections, spools and messages of the product and a simulated network, and ${many(crowd.agents)} agents on ${clients} connections in a third one. All share the cores. The scan is of ${many(crowd.range)} addresses, divided among all services; one address in ${oneInLive} answers ping. After the outage each agent sends the snapshots of ${crowd.outageHours} hours, with ${packages} packages each and without changes, as fast as the collector answers. ${effort === 'full' ? '' : 'With `--full`: 25,000 agents and 1,048,576 addresses.'}`,
    rows,
  }
}

const many = (value: number) => value.toLocaleString('en')
const tokenSchema = z.object({ token: z.string() })

async function joinToken(up: Up, part: 'agent' | 'audit-service', uses: number): Promise<string> {
  const made = await up.cli('join-token', 'create', '--for', part, '--uses', `${uses}`, '--json')
  return tokenSchema.parse(made.json()).token
}

async function services(up: Up, folder: string, crowd: Crowd): Promise<Row[]> {
  const worker = startWorker<ServicesVerbs>(join(import.meta.dirname, 'crowd', 'services.ts'))
  try {
    const parts = ['collector', 'nats-server'] as const
    const memory = () => parts.map((name) => megabytesOf(up.pidOf(name), 'VmRSS'))
    const processor = () => parts.map((name) => cpuSecondsOf(up.pidOf(name)))
    const before = memory()
    const startedAt = performance.now()
    const token = await joinToken(up, 'audit-service', crowd.services)
    const ids = await worker.ask('connect', { url: up.facts.url, token, folder, count: crowd.services, oneInLive })
    const joinedSeconds = (performance.now() - startedAt) / 1000
    const [usedBefore, connected] = [processor(), memory()]
    await delay(restSeconds * 1000)
    const used = processor().map((seconds, index) => (100 * (seconds - (usedBefore[index] ?? 0))) / restSeconds)
    const each = connected.map((megabytes, index) => (megabytes - (before[index] ?? 0)) / crowd.services)
    const of = (values: readonly number[], unit: string, digits: number) =>
      parts.map((name, index) => `${name} ${values[index]?.toFixed(digits)} ${unit}`).join(', ')
    return [
      row(`${many(crowd.services)} services join and connect`, show([joinedSeconds], 's', 1)),
      row('memory for each service', of(each, 'MiB', 2)),
      row('processor with heartbeats alone', of(used, '% of a core', 1)),
      ...(await scan(up, ids, crowd)),
    ]
  } finally {
    await worker.ask('stop', null)
    await worker[Symbol.asyncDispose]()
  }
}

/** All services scan their share of one range at the same time. */
async function scan(up: Up, serviceIds: readonly string[], { range }: Crowd): Promise<Row[]> {
  const share = Math.floor(range / serviceIds.length)
  const address = (number: number) => `10.${64 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
  const segments: string[] = []
  for (const [index, auditServiceId] of serviceIds.entries()) {
    const addresses = [`${address(index * share)}-${address((index + 1) * share - 1)}`]
    const input = {
      name: `crowd ${index}`,
      type: 'ip-range',
      auditServiceId,
      addresses,
      scanOptions: { pingOnly: true },
    }
    segments.push((await up.api.create('/api/v1/segments', input, segmentSchema)).id)
  }
  const startedAt = performance.now()
  const calls: number[] = []
  const tasks = await Promise.all(
    segments.map((id) => up.api.create(`/api/v1/segments/${id}/scan`, {}, taskAcceptedSchema)),
  )
  for (const { taskId } of tasks) {
    await waitFor(
      async () => {
        const calledAt = performance.now()
        const task = await up.api.read(`/api/v1/tasks/${taskId}`, taskRecordSchema)
        calls.push(performance.now() - calledAt)
        if (task.finishedAt !== null && task.status !== 'Success') throw new Error(JSON.stringify(task))
        return task.finishedAt !== null
      },
      { what: 'the scan to end', timeoutMs: 600_000, intervalMs: 50 },
    )
  }
  const seconds = (performance.now() - startedAt) / 1000
  const hosts = serviceIds.length * Math.ceil(share / oneInLive)
  return [
    row(
      `a scan of ${many(range)} addresses by all, ${many(hosts)} hosts stored`,
      `${seconds.toFixed(1)} s, ${many(Math.round(hosts / seconds))} hosts a second`,
    ),
    row('an API call meanwhile', `p99 ${percentile(calls, 0.99).toFixed(0)} ms`, 'under 100 ms'),
  ]
}

async function agents(up: Up, crowd: Crowd): Promise<Row[]> {
  await using worker = startWorker<AgentsVerbs>(join(import.meta.dirname, 'ingest', 'agents.ts'))
  const { url, caFile } = up.facts
  await worker.ask('connect', { url, caPem: await readFile(caFile, 'utf8'), clients })
  const { secret = '' } = parseJoinToken(await joinToken(up, 'agent', crowd.agents)) ?? {}
  const joiningAt = performance.now()
  const joined = await worker.ask('join', { secret, count: crowd.agents })
  const joinedSeconds = (performance.now() - joiningAt) / 1000
  await worker.ask('prepare', { name: 'crowd', fleet: { first: 0, packages, agents: joined } })
  const first = await worker.ask('run', { fleet: 'crowd', visits: 1, secondsMax: 3_600 })
  const back = await worker.ask('run', { fleet: 'crowd', visits: crowd.outageHours, secondsMax: 3_600 })
  const perSecond = ({ times, seconds }: typeof back) => `${many(Math.round(times.length / seconds))} a second`
  return [
    row(`${many(crowd.agents)} agents join`, show([joinedSeconds], 's', 1)),
    row('their first snapshots', `${first.seconds.toFixed(0)} s, ${perSecond(first)}`),
    row(
      `after an outage: ${many(back.times.length)} snapshots`,
      `${back.seconds.toFixed(0)} s, ${perSecond(back)}, p99 ${percentile(back.times, 0.99).toFixed(0)} ms`,
      `${((600 * crowd.agents) / whole.agents).toFixed(0)} s`,
    ),
    row('refused or lost', `${first.errors.length + back.errors.length}`, '0'),
    row('resident memory of the collector afterwards', show([megabytesOf(up.pidOf('collector'), 'VmRSS')], 'MiB', 0)),
  ]
}

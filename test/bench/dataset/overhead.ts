import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startProcess } from '../../harness/processes.ts'
import { type Report, ratios, spreadOf } from '../report.ts'
import { createBenchClient } from './client.ts'
import type { BenchedCollector } from './collector.ts'
import { type Latency, latencyOf, showLatency } from './latency.ts'

const sampling = { rounds: 1, perRound: 200 }
const pairs = 5
const urlsSchema = z.object({ http: z.url(), https: z.url() })

/** A page of devices, by us and by as little as can answer it, in turn. */
export async function benchOverhead(collector: BenchedCollector): Promise<Report> {
  await using peer = await startProcess({
    program: process.execPath,
    args: [fileURLToPath(new URL('peer-server.ts', import.meta.url)), collector.dataDir],
    ready: /"https"/,
  })
  const urls = urlsSchema.parse(JSON.parse(peer.stdout()))
  const [ours, http, https] = [collector.url, urls.http, urls.https].map((url) =>
    createBenchClient({ ...collector, url }, 1),
  )
  if (!ours || !http || !https) throw new Error('three clients were made')
  const rows: Report['rows'] = []
  for (const [name, query] of [
    ['page 1', ''],
    ['page 50', '?offset=2450'],
  ] as const) {
    const seen = { ours: empty(), http: empty(), https: empty() }
    for (let pair = 0; pair < pairs; pair++) {
      for (const [latency, client] of [
        [seen.ours, ours],
        [seen.http, http],
        [seen.https, https],
      ] as const) {
        const { p50, p99, max } = await latencyOf(client, { path: `/api/v1/devices${query}` }, sampling)
        latency.p50.push(...p50)
        latency.p99.push(...p99)
        latency.max.push(...max)
      }
    }
    for (const [peerName, latency] of [
      ['node:http', seen.http],
      ['node:https', seen.https],
    ] as const) {
      const ratio = ratios(seen.ours.p50, latency.p50)
      const { min, median, max } = spreadOf(ratio)
      const added = spreadOf(seen.ours.p50.map((value, index) => value - (latency.p50[index] ?? Number.NaN))).median
      rows.push({
        work: `devices, ${name}, against bare ${peerName}`,
        ours: showLatency(seen.ours),
        against: showLatency(latency),
        ratio: `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}), ${added.toFixed(2)} ms more`,
        target: '',
      })
    }
  }
  for (const client of [ours, http, https]) client.close()
  return {
    title: 'Cost of a request besides its query',
    method: `The same 50 devices of the same database, served by the collector (HTTPS, token, quota, validation) and by a bare process with node:http or node:https, better-sqlite3 and JSON.stringify. ${pairs} times ${sampling.perRound} alternating calls; the ratio is of p50.`,
    rows,
  }
}

const empty = (): Latency => ({ p50: [], p99: [], max: [] })

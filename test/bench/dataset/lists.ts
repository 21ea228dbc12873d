import { type Report, row, spreadOf } from '../report.ts'
import type { Dataset } from './cache.ts'
import { createBenchClient } from './client.ts'
import type { BenchedCollector } from './collector.ts'
import { latencyOf, showLatency } from './latency.ts'
import { measuredRequests } from './requests.ts'

const sampling = { rounds: 3, perRound: 100 }

/** Every list and search, one after the other on a connection that stays open. */
export async function benchLists(collector: BenchedCollector, size: Dataset): Promise<Report> {
  const client = createBenchClient(collector, 1)
  const rows: Report['rows'] = []
  try {
    for (const request of await measuredRequests(client, collector.siteId)) {
      const latency = await latencyOf(client, request, sampling)
      const missed = spreadOf(latency.p99).median > request.targetMs
      const target = `p99 under ${request.targetMs} ms${missed ? ': **missed**' : ''}`
      rows.push(row(request.name, showLatency(latency), target))
    }
  } finally {
    client.close()
  }
  return {
    title: `Lists and searches with ${size.devices.toLocaleString('en')} devices`,
    method: `The real collector on SQLite over HTTPS with a bearer token, ${sampling.rounds} rounds of ${sampling.perRound} calls each, fewer for slow requests, 50 items per page. ${describe(size)}`,
    rows,
  }
}

export function describe({ devices, packages, snapshots, megabytes, seconds }: Dataset): string {
  const made = seconds === undefined ? 'generated in an earlier run' : `generated in ${seconds.toFixed(0)} s`
  const history =
    snapshots > 1 ? `${snapshots} snapshots for a tenth of them and one for the others` : 'one snapshot each'
  return `The dataset: ${devices.toLocaleString('en')} devices with ${packages} packages each, ${history}; ${megabytes.toFixed(0)} MiB, ${made} through the program's own ingest. The collector packs its snapshots meanwhile, a tenth of the time.`
}

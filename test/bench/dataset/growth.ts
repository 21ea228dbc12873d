import { type Report, spreadOf } from '../report.ts'
import { dataset } from './cache.ts'
import { createBenchClient } from './client.ts'
import { startCollector } from './collector.ts'
import type { DatasetSize } from './generate.ts'
import { latencyOf } from './latency.ts'
import { describe } from './lists.ts'
import { measuredRequests } from './requests.ts'

/** A million devices have fewer packages, for the time it takes to make them and the disk. */
const sizes: DatasetSize[] = [
  { devices: 10_000, packages: 100, snapshots: 20 },
  { devices: 100_000, packages: 100, snapshots: 20 },
  { devices: 1_000_000, packages: 5, snapshots: 1 },
]
const sampling = { rounds: 3, perRound: 30 }

/** Every list and search at each size. */
export async function benchGrowth(): Promise<Report> {
  const cells = new Map<string, string[]>()
  const described: string[] = []
  for (const size of sizes) {
    const made = await dataset(size)
    described.push(describe(made))
    await using collector = await startCollector(made.dataDir)
    const client = createBenchClient(collector, 1)
    for (const request of await measuredRequests(client, collector.siteId)) {
      const { p50, p99 } = await latencyOf(client, request, sampling)
      const cell = `${spreadOf(p50).median.toFixed(1)} / ${spreadOf(p99).median.toFixed(1)}`
      cells.set(request.name, [...(cells.get(request.name) ?? []), cell])
    }
    client.close()
  }
  const rows = [...cells].map(([work, [small = '', medium = '', large = '']]) => ({
    work,
    ours: medium,
    against: small,
    ratio: large,
    target: '',
  }))
  return {
    title: 'How lists and searches grow',
    method: `p50 / p99 in milliseconds, medians of ${sampling.rounds} rounds of ${sampling.perRound} calls. ${described.join(' ')}`,
    columns: ['Work', '100,000 devices', '10,000 devices', '1,000,000 devices', ''],
    rows,
  }
}

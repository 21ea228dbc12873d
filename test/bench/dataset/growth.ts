import { type Curve, type Effort, exponentOf, type Report, spreadOf } from '../report.ts'
import { dataset } from './cache.ts'
import { createBenchClient } from './client.ts'
import { startCollector } from './collector.ts'
import type { DatasetSize } from './generate.ts'
import { latencyOf } from './latency.ts'
import { describe } from './lists.ts'
import { measuredRequests } from './requests.ts'

const small: DatasetSize = { devices: 10_000, packages: 100, snapshots: 20 }
const large: DatasetSize = { devices: 100_000, packages: 100, snapshots: 20 }
/** Fewer packages, for the time it takes to make them and the disk. */
const million: DatasetSize = { devices: 1_000_000, packages: 5, snapshots: 1 }
const sampling = { rounds: 3, perRound: 30 }

type Measured = { size: number; p50: number; text: string }

/** Every list and search at each size; that of a million devices only where all is wanted. */
export async function benchGrowth(effort: Effort): Promise<Report> {
  const isWhole = effort === 'full'
  const sizes = isWhole ? [large, small, million] : [large, small]
  const cells = new Map<string, Measured[]>()
  const described: string[] = []
  for (const size of sizes) {
    const made = await dataset(size)
    described.push(describe(made))
    await using collector = await startCollector(made.dataDir)
    const client = createBenchClient(collector, 1)
    for (const request of await measuredRequests(client, collector.siteId)) {
      const latency = await latencyOf(client, request, sampling)
      const [p50, p99] = [spreadOf(latency.p50).median, spreadOf(latency.p99).median]
      const cell = { size: size.devices, p50, text: `${p50.toFixed(1)} / ${p99.toFixed(1)}` }
      cells.set(request.name, [...(cells.get(request.name) ?? []), cell])
    }
    client.close()
  }
  const curves: Curve[] = [...cells].map(([work, measured]) => ({
    work,
    points: measured.map(({ size, p50 }) => ({ size, value: p50 })).sort((a, b) => a.size - b.size),
  }))
  const rows = [...cells].map(([work, [ofLarge, ofSmall, ofMillion]], index) => ({
    work,
    ours: ofLarge?.text ?? '',
    against: ofSmall?.text ?? '',
    ratio: exponentOf(curves[index]?.points ?? []).toFixed(2),
    target: ofMillion?.text ?? '',
  }))
  return {
    title: 'How lists and searches grow',
    method: `p50 / p99 in milliseconds, medians of ${sampling.rounds} rounds of ${sampling.perRound} calls. The exponent is fitted to the p50: 0 does not grow, 1 grows with the number of devices. ${isWhole ? '' : 'With `--full` a million devices as well. '}${described.join(' ')}`,
    columns: ['Work', '100,000 devices', '10,000 devices', 'Exponent', isWhole ? '1,000,000 devices' : ''],
    rows,
    curves,
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { megabytesOf } from '../process-memory.ts'
import { type Report, row, show } from '../report.ts'
import { createBenchClient } from './client.ts'
import type { BenchedCollector } from './collector.ts'

const runs = 3
const settleMs = 5_000
const sampleMs = 20

/** All devices as CSV: how long it streams, and how much the collector's memory grows meanwhile. */
export async function benchCsv(collector: BenchedCollector): Promise<Report> {
  const client = createBenchClient(collector, 1)
  const [seconds, growth]: [number[], number[]] = [[], []]
  let bytes = 0
  try {
    for (let run = 0; run < runs; run++) {
      await delay(settleMs)
      const before = megabytesOf(collector.process.pid, 'VmRSS')
      let peak = before
      const sampler = setInterval(() => {
        peak = Math.max(peak, megabytesOf(collector.process.pid, 'VmRSS'))
      }, sampleMs)
      const sample = await client.send({ path: '/api/v1/devices?format=csv' })
      clearInterval(sampler)
      if (sample.status !== 200) throw new Error(`the CSV answered ${sample.status}`)
      seconds.push(sample.ms / 1000)
      growth.push(peak - before)
      bytes = sample.bytes
    }
  } finally {
    client.close()
  }
  return {
    title: 'CSV of all devices',
    method: `\`GET /api/v1/devices?format=csv\`, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${runs} times after ${settleMs / 1000} s of rest each; resident memory of the collector every ${sampleMs} ms.`,
    rows: [
      row('time', show(seconds, 's'), 'under 6 s'),
      row('growth of the resident memory', show(growth, 'MiB', 0), 'under 60 MB'),
    ],
  }
}

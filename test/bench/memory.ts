import { setTimeout as delay } from 'node:timers/promises'
import { type Part, startUp } from '../harness/rollcall.ts'
import { megabytesOf } from './process-memory.ts'
import { type Report, row, show } from './report.ts'

const settleMs = 20_000
const samples = 10
const sampleMs = 1_000

/** Resident memory of the parts while nothing happens. */
export async function benchMemory(): Promise<Report> {
  await using up = await startUp()
  await delay(settleMs)
  const parts: { name: string; part: Part; target: string }[] = [
    { name: 'collector, idle', part: 'collector', target: 'under 105 MiB' },
    { name: 'Audit Service, idle', part: 'audit-service', target: 'under 65 MiB' },
    { name: 'nats-server, idle', part: 'nats-server', target: 'under 20 MiB' },
  ]
  const seen = new Map<Part, number[]>(parts.map(({ part }) => [part, []]))
  for (let i = 0; i < samples; i++) {
    for (const { part } of parts) seen.get(part)?.push(megabytesOf(up.pidOf(part), 'VmRSS'))
    await delay(sampleMs)
  }
  return {
    title: 'Memory',
    method: `Resident memory of each process of \`rollcall up\`, ${samples} samples after ${settleMs / 1000} s of rest. Between runs the agent has no process; the peak of a run is that of the bench of the agent.`,
    rows: parts.map(({ name, part, target }) => row(name, show(seen.get(part) ?? [], 'MiB', 0), target)),
  }
}

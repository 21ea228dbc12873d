import { setTimeout as delay } from 'node:timers/promises'
import { startProcess } from '../harness/processes.ts'
import { launcher, type Part, startUp } from '../harness/rollcall.ts'
import { megabytesOf } from './process-memory.ts'
import { type Report, row, show } from './report.ts'

const settleMs = 20_000
const samples = 10
const sampleMs = 1_000
const peakPollMs = 2

/** Resident memory of the parts while nothing happens, and of the agent's runs at their peak. */
export async function benchMemory(): Promise<Report> {
  await using up = await startUp()
  await delay(settleMs)
  const parts: { name: string; part: Part; target: string }[] = [
    { name: 'collector, idle', part: 'collector', target: 'under 150 MB' },
    { name: 'Audit Service, idle', part: 'audit-service', target: 'under 90 MB' },
    { name: 'nats-server, idle', part: 'nats-server', target: '' },
  ]
  const seen = new Map<Part, number[]>(parts.map(({ part }) => [part, []]))
  for (let i = 0; i < samples; i++) {
    for (const { part } of parts) seen.get(part)?.push(megabytesOf(up.pidOf(part), 'VmRSS'))
    await delay(sampleMs)
  }
  return {
    title: 'Memory',
    method: `Resident memory of each process of \`rollcall up\`, ${samples} samples after ${settleMs / 1000} s of rest. For the agent, the peak during a run; between runs the agent has no process.`,
    rows: [
      ...parts.map(({ name, part, target }) => row(name, show(seen.get(part) ?? [], 'MiB', 0), target)),
      row('agent, peak of a run', show(await agentPeaks(), 'MiB', 0), ''),
      row('agent, between runs', '0 MiB', '0, or under 60 MB'),
    ],
  }
}

async function agentPeaks(): Promise<number[]> {
  const peaks: number[] = []
  for (let i = 0; i < 5; i++) {
    await using run = await startProcess({ program: launcher.program, args: [launcher.script, 'snapshot', '--json'] })
    let peak = 0
    while (run.exit() === undefined) {
      try {
        peak = Math.max(peak, megabytesOf(run.pid, 'VmHWM') || 0)
      } catch {
        // It has just ended.
      }
      await delay(peakPollMs)
    }
    peaks.push(peak)
  }
  return peaks
}

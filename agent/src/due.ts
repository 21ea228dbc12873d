import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AgentSchedule, periodsOf } from '@rollcall/shared/messages/agent-schedule.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { parseJson } from '@rollcall/shared/node/parse-json.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import * as z from 'zod/mini'

// A timer has a fixed period, which a run cannot change: systemd runs it without the rights for that. So the timer
// starts a run at least as often as the site's interval asks for, and a run that is not due ends at once.

export const lastRunPath = (stateDir: string): string => join(stateDir, 'last-run')

const lastRunSchema = z.object({ atMs: z.number(), version: z.string() })

/**
 * Reports whether a run of the timer is due. Without an interval of the site each one is. The first run of another version
 * is due too, so that the collector soon knows it.
 */
export async function isRunDue(stateDir: string, config: AgentSchedule & { agentId: string }): Promise<boolean> {
  if (config.intervalMinutes === undefined) return true
  // A missing or damaged file makes the run due.
  const last = lastRunSchema.safeParse(parseJson(await readFile(lastRunPath(stateDir)).catch(() => undefined)))
  if (!last.success || last.data.version !== productVersion) return true
  return isDue(config, last.data.atMs, Date.now())
}

/** Records the beginning of a run. A full disk does not stop the run: the next one of the timer is then due again. */
export async function recordRun(stateDir: string): Promise<void> {
  const text = JSON.stringify({ atMs: Date.now(), version: productVersion })
  await writeFileWhole(lastRunPath(stateDir), text).catch(() => undefined)
}

/** Share of the interval that two runs are apart at least, when a machine starts at another time than usual. */
const apartMin = 0.75

/**
 * Reports whether a run is due. Time is divided into intervals that begin at an offset of the agent's own, within the
 * jitter, so that a fleet spreads its runs however its timers are set. One run is due in each.
 */
export function isDue(schedule: AgentSchedule & { agentId: string }, lastMs: number, nowMs: number): boolean {
  const { intervalMs, jitterMs } = periodsOf(schedule)
  const offsetMs = Math.floor(shareOf(schedule.agentId) * jitterMs)
  const intervalAt = (ms: number) => Math.floor((ms - offsetMs) / intervalMs)
  // The last run may be later than now, if the clock was wrong.
  return intervalAt(nowMs) !== intervalAt(lastMs) && Math.abs(nowMs - lastMs) >= apartMin * intervalMs
}

/** Returns a number from 0 to 1 that stays the same for an agent, and is evenly spread over agents. */
const shareOf = (agentId: string): number => createHash('sha256').update(agentId).digest().readUInt32BE() / 2 ** 32

import { type AgentSchedule, periodsOf, timerMinutesOf } from '@rollcall/shared/messages/agent-schedule.ts'
import type { enrollmentTables } from '../../store/schema/enrollment.ts'
import { agentActiveWithinMs } from '../contact-status.ts'

type Row = ReturnType<typeof enrollmentTables>['agents']['$inferSelect'] & { replacedBy: string | null }

/** Twice the interval at which waiting is recorded (see `waiting-agents.ts`). */
const watchingMs = 10 * 60_000
/** Period within which a waiting agent sends a requested snapshot. */
const requestedMs = 60_000

/** Reports whether an agent waits for requests. */
export const isWatching = ({ watchedAt }: Row, now: Date): boolean =>
  watchedAt !== null && now.getTime() - Date.parse(watchedAt) <= watchingMs

/** Returns the time by which the next snapshot of an agent is expected; null if the agent has not been in contact. */
export function nextSnapshotBy(row: Row, schedule: AgentSchedule, now: Date): string | null {
  const { lastSeen, snapshotWantedAt, replacedBy } = row
  if (replacedBy !== null) return null
  const times: number[] = []
  if (lastSeen !== null && now.getTime() - Date.parse(lastSeen) <= agentActiveWithinMs(schedule)) {
    // A timer that starts a run at a random time can be late by one of its periods.
    times.push(Date.parse(lastSeen) + periodsOf(schedule).intervalMs + timerMinutesOf(schedule) * 60_000)
  }
  if (snapshotWantedAt !== null && isWatching(row, now)) times.push(Date.parse(snapshotWantedAt) + requestedMs)
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null
}

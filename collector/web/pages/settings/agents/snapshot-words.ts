import type { Agent } from '@rollcall/shared/api/agent.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { exactTime, timeOfDay } from '../../../ui/time-format.ts'

type State = Pick<Agent, 'watching' | 'nextSnapshotBy' | 'snapshotRequestedAt' | 'lastSeen' | 'refusal'>

/** Says when a requested snapshot of an agent arrives. */
export function snapshotForecast(agent: Omit<State, 'lastSeen' | 'refusal'>, now: number): string {
  const { watching, nextSnapshotBy, snapshotRequestedAt } = agent
  const by = nextSnapshotBy === null ? undefined : Date.parse(nextSnapshotBy)
  const isLate = by !== undefined && by < now
  if (watching && (snapshotRequestedAt === null || !isLate)) {
    return 'The agent waits for requests: the snapshot arrives within a minute.'
  }
  if (nextSnapshotBy === null || by === undefined) {
    return 'The agent has not been in contact lately. The snapshot arrives when it connects again.'
  }
  const time = Math.abs(by - now) < dayMs ? timeOfDay(nextSnapshotBy) : exactTime(nextSnapshotBy)
  return isLate
    ? `The agent is late: it was expected by ${time}. The snapshot arrives when it connects again.`
    : `The snapshot arrives with the next run of the agent, by ${time} at the latest.`
}

/**
 * Returns the result of a request for a snapshot: undefined without one, or while it is awaited. A refused snapshot does
 * not change the last contact.
 */
export function snapshotResult(
  { snapshotRequestedAt, lastSeen, refusal }: Pick<State, 'snapshotRequestedAt' | 'lastSeen' | 'refusal'>,
  requestedAt: string | null,
): 'received' | 'refused' | undefined {
  if (requestedAt === null || snapshotRequestedAt !== null) return undefined
  if (refusal !== null && refusal.at >= requestedAt) return 'refused'
  return lastSeen !== null && lastSeen >= requestedAt ? 'received' : undefined
}

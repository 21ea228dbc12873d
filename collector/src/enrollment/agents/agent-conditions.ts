import type { AgentProblem, AgentStatus } from '@rollcall/shared/api/agent.ts'
import type { AgentSchedule } from '@rollcall/shared/messages/agent-schedule.ts'
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { agentActiveWithinMs, isOutdated } from '../contact-status.ts'
import { forkMs } from './used-by-several-machines.ts'

/** Time at which a status counts, and the schedule that it depends on. */
export type Moment = { schedule: AgentSchedule; now: Date }

type Row = ReturnType<typeof enrollmentTables>['agents']['$inferSelect']

/**
 * Condition that another agent has taken over the device of an agent: it joined after the last contact of the first one
 * and has reported the same device. The next contact of the first one ends this, so that a machine with two operating
 * systems keeps both, and an agent that copies the evidence of another cannot displace it. `joinedBefore` limits it to
 * agents that joined before that time.
 */
export function isReplaced(joinedBefore?: string): SQL<boolean> {
  const until = joinedBefore === undefined ? sql`` : sql` and newer.created_at < ${Date.parse(joinedBefore)}`
  return sql<boolean>`exists (select 1 ${fromReplacers}${until})`
}

const fromReplacers = sql`from agents newer
  where newer.device_id = agents.device_id and newer.last_seen is not null and newer.created_at > agents.last_seen`

/** Condition that agents have a status, as `agentStatus` gives it. */
export function hasStatus(
  db: Db,
  status: AgentStatus,
  outdated: readonly string[],
  { schedule, now }: Moment,
): SQL | undefined {
  if (status === 'Replaced') return isReplaced()
  const { lastSeen, version } = db.tables(enrollmentTables).agents
  const since = before(now, agentActiveWithinMs(schedule))
  const isOld = among(version, outdated)
  const conditions = {
    Pending: isNull(lastSeen),
    Inactive: lt(lastSeen, since),
    Outdated: and(gte(lastSeen, since), isOld),
    Active: and(gte(lastSeen, since), not(isOld)),
  }
  return and(not(isReplaced()), conditions[status])
}

/** Condition that agents have a problem, as `problemsOf` gives them. */
export function hasProblem(db: Db, problem: AgentProblem, now: Date): SQL | undefined {
  const { refusedAt, lastSeen, truncated, clockAheadMs, copiedAt } = db.tables(enrollmentTables).agents
  const conditions = {
    refused: and(isNotNull(refusedAt), or(isNull(lastSeen), gt(refusedAt, lastSeen))),
    incomplete: isNotNull(truncated),
    clock: ne(clockAheadMs, 0),
    copied: gte(copiedAt, before(now, forkMs)),
  }
  return conditions[problem]
}

/** Returns the problems of an agent, as the condition `hasProblem` finds them. */
export function problemsOf({ truncated, clockAheadMs, copiedAt, ...row }: Row, now: Date): AgentProblem[] {
  const has: Record<AgentProblem, boolean> = {
    refused: isRefused(row),
    incomplete: truncated !== null,
    clock: (clockAheadMs ?? 0) !== 0,
    copied: copiedAt !== null && copiedAt >= before(now, forkMs),
  }
  return (Object.keys(has) as AgentProblem[]).filter((problem) => has[problem])
}

/** Reports whether no snapshot was accepted since the last refused one. */
export const isRefused = ({ refusedAt, lastSeen }: Pick<Row, 'refusedAt' | 'lastSeen'>): boolean =>
  refusedAt !== null && (lastSeen === null || refusedAt > lastSeen)

/** Returns the versions of a site's agents that are older than the collector. */
export async function outdatedVersions(db: Db, siteId: string): Promise<string[]> {
  const { agents } = db.tables(enrollmentTables)
  const rows = await db.selectDistinct({ version: agents.version }).from(agents).where(eq(agents.siteId, siteId))
  return rows.flatMap(({ version }) => (isOutdated(version) ? [version] : []))
}

/** Returns the newest agent that has replaced each of these agents. Agents that are not replaced are absent. */
export async function replacersOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { agents } = db.tables(enrollmentTables)
  const by = sql<string>`(select newer.id ${fromReplacers} order by newer.created_at desc, newer.id desc limit 1)`
  const rows = await db
    .select({ id: agents.id, by })
    .from(agents)
    .where(and(inArray(agents.id, [...ids]), isReplaced()))
  return new Map(rows.map((row) => [row.id, row.by]))
}

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

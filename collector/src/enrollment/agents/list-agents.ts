import type { Agent, AgentQuery } from '@rollcall/shared/api/agent.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { AgentSchedule } from '@rollcall/shared/messages/agent-schedule.ts'
import { and, asc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { among, ascending, contains, descending } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { agentStatus, isOutdated } from '../contact-status.ts'
import {
  hasProblem,
  hasStatus,
  isRefused,
  isReplaced,
  type Moment,
  outdatedVersions,
  problemsOf,
  replacersOf,
} from './agent-conditions.ts'
import { agentScheduleOf } from './agent-schedules.ts'
import { isWatching, nextSnapshotBy } from './next-snapshot.ts'

type Row = ReturnType<typeof enrollmentTables>['agents']['$inferSelect']
type RowWithReplacer = Row & { replacedBy: string | null }

/** Converts a row to the API form, with the current status. */
export const toAgent = (row: RowWithReplacer, schedule: AgentSchedule, now: Date): Agent => ({
  id: row.id,
  name: row.name ?? row.hostname,
  hostname: row.hostname,
  siteId: row.siteId,
  status: agentStatus(row, schedule, now),
  replacedBy: row.replacedBy,
  version: row.version,
  upgradeAvailable: isOutdated(row.version),
  platform: row.platform,
  osName: row.osName,
  lastSeen: row.lastSeen,
  deviceId: row.deviceId,
  problems: problemsOf(row, now),
  refusal: row.refusedAt !== null && isRefused(row) ? { at: row.refusedAt, reason: row.refusal ?? '' } : null,
  truncated: row.truncated ?? [],
  clockAheadSeconds: Math.round((row.clockAheadMs ?? 0) / 1000),
  watching: isWatching(row, now),
  snapshotRequestedAt: row.snapshotWantedAt,
  nextSnapshotBy: nextSnapshotBy(row, schedule, now),
  autoTag: row.autoTag,
  joinedAt: row.createdAt,
})

/** Lists agents of the site. Replaced ones are listed only when asked for. */
export async function listAgents(ctx: Context, query: AgentQuery): Promise<List<Agent>> {
  const at = ctx.clock.now()
  return ctx.store.read(async (db) => {
    const { agents } = db.tables(enrollmentTables)
    const { where, order } = await matching(db, ctx.siteId, query, at)
    const rows = db
      .select()
      .from(agents)
      .where(where)
      .orderBy(...order)
    const { items, total } = await readPage(rows, db.$count(agents, where), query)
    return { items: await toAgents(db, ctx.siteId, items, at), total }
  })
}

/** Number of agents read at a time: few enough that other callers hardly notice. */
const partMax = 500

/**
 * Exports all agents that match the query in parts, in its order; limit and offset do not count. Each part is read on its
 * own, so that a slow receiver blocks nobody.
 */
export async function* exportAgents(ctx: Context, query: AgentQuery): AsyncGenerator<Agent[]> {
  const at = ctx.clock.now()
  const ids = await ctx.store.read(async (db) => {
    const { agents } = db.tables(enrollmentTables)
    const { where, order } = await matching(db, ctx.siteId, query, at)
    const rows = await db
      .select({ id: agents.id })
      .from(agents)
      .where(where)
      .orderBy(...order)
    return rows.map(({ id }) => id)
  })
  for (let start = 0; start < ids.length; start += partMax) {
    const part = ids.slice(start, start + partMax)
    yield ctx.store.read(async (db) => {
      const { agents } = db.tables(enrollmentTables)
      const rows = await db.select().from(agents).where(inArray(agents.id, part))
      const byId = new Map(rows.map((row) => [row.id, row]))
      const inOrder = part.flatMap((id) => byId.get(id) ?? [])
      return toAgents(db, ctx.siteId, inOrder, at)
    })
  }
}

async function toAgents(db: Db, siteId: string, rows: readonly Row[], now: Date): Promise<Agent[]> {
  const schedule = await agentScheduleOf(db, siteId)
  const replacers = await replacersOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toAgent({ ...row, replacedBy: replacers.get(row.id) ?? null }, schedule, now))
}

/** Returns the condition and the order of a query. */
async function matching(db: Db, siteId: string, query: AgentQuery, now: Date) {
  const { agents } = db.tables(enrollmentTables)
  const schedule = await agentScheduleOf(db, siteId)
  return {
    where: and(eq(agents.siteId, siteId), await filterOf(db, siteId, query, { schedule, now })),
    order: [orderOf(db, query.sort), asc(agents.id)],
  }
}

async function filterOf(db: Db, siteId: string, query: AgentQuery, at: Moment): Promise<SQL | undefined> {
  const { agents } = db.tables(enrollmentTables)
  const { status, version, platform, problem, upgradeAvailable } = query
  const q = query.q?.trim()
  const needsVersions = upgradeAvailable !== undefined || status === 'Outdated' || status === 'Active'
  const outdated = needsVersions ? await outdatedVersions(db, siteId) : []
  const isOld = among(agents.version, outdated)
  return and(
    status === undefined ? not(isReplaced()) : hasStatus(db, status, outdated, at),
    version === undefined ? undefined : eq(agents.version, version),
    platform && eq(agents.platform, platform),
    problem && hasProblem(db, problem, at.now),
    upgradeAvailable === undefined ? undefined : upgradeAvailable ? isOld : not(isOld),
    q ? or(contains(shownName(db), q), contains(agents.hostname, q), contains(agents.osName, q)) : undefined,
  )
}

const shownName = (db: Db): SQL => {
  const { name, hostname } = db.tables(enrollmentTables).agents
  return sql`coalesce(${name}, ${hostname})`
}

function orderOf(db: Db, sort: AgentQuery['sort']): SQL {
  const { lastSeen, createdAt } = db.tables(enrollmentTables).agents
  const columns = { name: shownName(db), lastSeen, joinedAt: createdAt }
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  return sort.startsWith('-') ? descending(column) : ascending(column)
}

export async function getAgent(ctx: Context, id: string): Promise<Agent> {
  return ctx.store.read(async (db) => {
    const row = await requireAgent(db, ctx.siteId, id)
    return toAgent(row, await agentScheduleOf(db, ctx.siteId), ctx.clock.now())
  })
}

/** Returns the row of an agent of the site; throws `not_found` if there is none. */
export async function requireAgent(db: Db, siteId: string, id: string): Promise<RowWithReplacer> {
  const { agents } = db.tables(enrollmentTables)
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.id, id), eq(agents.siteId, siteId)))
  if (!row) throw new DomainError('not_found', 'No agent has this id on this site.')
  return { ...row, replacedBy: (await replacersOf(db, [id])).get(id) ?? null }
}

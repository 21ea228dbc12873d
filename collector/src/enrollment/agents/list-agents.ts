import type { Agent } from '@rollcall/shared/api/agent.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { enrolmentTables } from '../../store/schema/enrollment.ts'
import type { Db } from '../../store/store.ts'
import { agentStatus } from '../status.ts'

type Row = ReturnType<typeof enrolmentTables>['agents']['$inferSelect']

/** Converts a row to the API form, with the current status. */
export const toAgent = (row: Row, now: Date): Agent => ({
  id: row.id,
  hostname: row.hostname,
  siteId: row.siteId,
  status: agentStatus(row, now),
  version: row.version,
  lastSeen: row.lastSeen,
  deviceId: row.deviceId,
  autoTag: row.autoTag,
  joinedAt: row.createdAt,
})

/** Lists the agents of the site, by host name, then id. */
export async function listAgents(ctx: Context, page: Page): Promise<List<Agent>> {
  const now = ctx.clock.now()
  return ctx.store.read(async (db) => {
    const { agents } = db.tables(enrolmentTables)
    const where = eq(agents.siteId, ctx.siteId)
    const rows = db.select().from(agents).where(where).orderBy(asc(agents.hostname), asc(agents.id))
    const { items, total } = await readPage(rows, db.$count(agents, where), page)
    return { items: items.map((row) => toAgent(row, now)), total }
  })
}

export async function getAgent(ctx: Context, id: string): Promise<Agent> {
  const row = await ctx.store.read((db) => requireAgent(db, ctx.siteId, id))
  return toAgent(row, ctx.clock.now())
}

/** Returns the row of an agent of the site; throws `not_found` if there is none. */
export async function requireAgent(db: Db, siteId: string, id: string): Promise<Row> {
  const { agents } = db.tables(enrolmentTables)
  const [row] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.id, id), eq(agents.siteId, siteId)))
  if (!row) throw new DomainError('not_found', 'No agent has this id on this site.')
  return row
}

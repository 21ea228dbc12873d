import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { and, asc, count, eq, lt } from 'drizzle-orm'
import { hashSecret } from '../auth/secrets.ts'
import type { Context, SystemContext } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'

/** Three heartbeats missed: no longer there. */
const activeWithinMs = 30_000

type Row = ReturnType<typeof enrolmentTables>['auditServices']['$inferSelect']

function statusOf(row: Row, nowMs: number): AuditService['status'] {
  if (row.lastSeen === null) return 'Pending'
  if (nowMs - Date.parse(row.lastSeen) > activeWithinMs) return 'Inactive'
  return row.version === productVersion ? 'Active' : 'Outdated'
}

/** The Audit Services of the site, by name, then id. */
export async function listAuditServices(ctx: Context, page: Page): Promise<List<AuditService>> {
  const nowMs = ctx.clock.now().getTime()
  return ctx.store.read(async (db) => {
    const { auditServices } = db.tables(enrolmentTables)
    const where = eq(auditServices.siteId, ctx.siteId)
    const [total] = await db.select({ n: count() }).from(auditServices).where(where)
    const rows = await db
      .select()
      .from(auditServices)
      .where(where)
      .orderBy(asc(auditServices.name), asc(auditServices.id))
      .limit(page.limit)
      .offset(page.offset)
    const items = rows.map((row) => ({
      id: row.id,
      name: row.name,
      siteId: row.siteId,
      status: statusOf(row, nowMs),
      version: row.version,
      lastSeen: row.lastSeen,
      capabilities: row.capabilities,
    }))
    return { items, total: total?.n ?? 0 }
  })
}

/** True when the site has this Audit Service. */
export async function auditServiceExists(ctx: Context, id: string): Promise<boolean> {
  const rows = await ctx.store.read((db) => {
    const { auditServices } = db.tables(enrolmentTables)
    return db
      .select({ id: auditServices.id })
      .from(auditServices)
      .where(and(eq(auditServices.id, id), eq(auditServices.siteId, ctx.siteId)))
  })
  return rows.length > 0
}

/** The curve key that credentials for this service are sealed to; undefined when it was removed. */
export async function curveKeyOf(ctx: SystemContext, serviceId: string): Promise<string | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { auditServices } = db.tables(enrolmentTables)
    return db.select({ key: auditServices.curvePublicKey }).from(auditServices).where(eq(auditServices.id, serviceId))
  })
  return row?.key
}

export type AgentRecord = { id: string; siteId: string; hostname: string; autoTag: string | null }

/** The agent a bearer token belongs to; undefined when it was removed. */
export async function authenticateAgent(ctx: SystemContext, token: string): Promise<AgentRecord | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { agents } = db.tables(enrolmentTables)
    return db
      .select({ id: agents.id, siteId: agents.siteId, hostname: agents.hostname, autoTag: agents.autoTag })
      .from(agents)
      .where(eq(agents.tokenHash, hashSecret(token)))
  })
  return row
}

/** The Audit Services that were heard before, but not since `since`. */
export async function silentAuditServices(ctx: SystemContext, since: string): Promise<string[]> {
  const rows = await ctx.store.read((db) => {
    const { auditServices } = db.tables(enrolmentTables)
    return db.select({ id: auditServices.id }).from(auditServices).where(lt(auditServices.lastSeen, since))
  })
  return rows.map((row) => row.id)
}

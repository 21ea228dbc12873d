import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { type AttachedNetwork, attachedBlock } from '@rollcall/shared/messages/attached-network.ts'
import { formatBlock } from '@rollcall/shared/targets/ranges.ts'
import { and, asc, eq, lt } from 'drizzle-orm'
import { serviceStatus } from '../../enrollment/contact-status.ts'
import type { Context, SystemContext } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { alphabetical } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

type AuditServiceRow = ReturnType<typeof enrollmentTables>['auditServices']['$inferSelect']

/** Converts a row to the API form, with the current status. */
export const toAuditService = (row: AuditServiceRow, now: Date): AuditService => ({
  id: row.id,
  name: row.name,
  siteId: row.siteId,
  status: serviceStatus(row, now),
  version: row.version,
  lastSeen: row.lastSeen,
  networks: row.networks?.map(toNetwork) ?? null,
  capabilities: row.capabilities,
})

const toNetwork = ({ interfaceName, address, prefixLength }: AttachedNetwork) => ({
  network: formatBlock(attachedBlock({ address, prefixLength }), prefixLength),
  address,
  interfaceName,
})

/** Lists the Audit Services of the site, by name, then id. */
export async function listAuditServices(ctx: Context, page: Page): Promise<List<AuditService>> {
  const now = ctx.clock.now()
  return ctx.store.read(async (db) => {
    const { auditServices } = db.tables(enrollmentTables)
    const where = eq(auditServices.siteId, ctx.siteId)
    const rows = db
      .select()
      .from(auditServices)
      .where(where)
      .orderBy(alphabetical(auditServices.name), asc(auditServices.id))
    const { items, total } = await readPage(rows, db.$count(auditServices, where), page)
    return { items: items.map((row) => toAuditService(row, now)), total }
  })
}

export async function getAuditService(ctx: Context, id: string): Promise<AuditService> {
  const row = await ctx.store.read((db) => requireAuditService(db, ctx.siteId, id))
  return toAuditService(row, ctx.clock.now())
}

/** Lists the site's Audit Services that are not active, by name. */
export async function auditServiceHealth(db: Db, siteId: string, now: Date): Promise<SiteSummary['auditServices']> {
  const { auditServices } = db.tables(enrollmentTables)
  const { id, name, lastSeen, version } = auditServices
  const rows = await db
    .select({ id, name, lastSeen, version })
    .from(auditServices)
    .where(eq(auditServices.siteId, siteId))
    .orderBy(alphabetical(name), asc(id))
  const silent = rows.filter((row) => ['Inactive', 'Pending'].includes(serviceStatus(row, now)))
  return { total: rows.length, silent: silent.map(({ id, name, lastSeen }) => ({ id, name, lastSeen })) }
}

/** Returns the row of an Audit Service of the site; throws `not_found` if there is none. */
export async function requireAuditService(db: Db, siteId: string, id: string): Promise<AuditServiceRow> {
  const { auditServices } = db.tables(enrollmentTables)
  const [row] = await db
    .select()
    .from(auditServices)
    .where(and(eq(auditServices.id, id), eq(auditServices.siteId, siteId)))
  if (!row) throw new DomainError('not_found', 'No Audit Service has this id on this site.')
  return row
}

/** Reports whether the site has this Audit Service. */
export async function auditServiceExists(db: Db, siteId: string, id: string): Promise<boolean> {
  const { auditServices } = db.tables(enrollmentTables)
  const rows = await db
    .select({ id: auditServices.id })
    .from(auditServices)
    .where(and(eq(auditServices.id, id), eq(auditServices.siteId, siteId)))
  return rows.length > 0
}

/** Returns the curve key that seals credentials for a service; undefined after it was deleted. */
export async function curveKeyOf(ctx: SystemContext, serviceId: string): Promise<string | undefined> {
  const [row] = await ctx.store.read((db) => {
    const { auditServices } = db.tables(enrollmentTables)
    return db.select({ key: auditServices.curvePublicKey }).from(auditServices).where(eq(auditServices.id, serviceId))
  })
  return row?.key
}

/** Lists every Audit Service of every site, with the nkey of its NATS user. */
export async function listServiceUsers(
  ctx: Pick<SystemContext, 'store'>,
): Promise<{ serviceId: string; userPublicKey: string }[]> {
  return ctx.store.read((db) => {
    const { auditServices } = db.tables(enrollmentTables)
    return db.select({ serviceId: auditServices.id, userPublicKey: auditServices.userPublicKey }).from(auditServices)
  })
}

/** Lists the Audit Services of all sites with their last heartbeat, by id, up to a limit. */
export async function listServiceContacts(db: Db, now: Date, limit: number) {
  const { auditServices } = db.tables(enrollmentTables)
  const { id, siteId, name, lastSeen, version } = auditServices
  const rows = await db
    .select({ id, siteId, name, lastSeen, version })
    .from(auditServices)
    .orderBy(asc(id))
    .limit(limit)
  return rows.map((row) => ({ ...row, status: serviceStatus(row, now) }))
}

/** Lists the Audit Services whose last heartbeat was before `since`. */
export async function silentAuditServices(ctx: SystemContext, since: string): Promise<string[]> {
  const rows = await ctx.store.read((db) => {
    const { auditServices } = db.tables(enrollmentTables)
    return db.select({ id: auditServices.id }).from(auditServices).where(lt(auditServices.lastSeen, since))
  })
  return rows.map((row) => row.id)
}

import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import type { BulkFailure, BulkKind, BulkOperation, BulkOperationQuery } from '@rollcall/shared/api/bulk-operation.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, desc, eq, inArray, notInArray } from 'drizzle-orm'
import { deviceNames } from '../device-records/device-names.ts'
import type { Context } from '../lib/context.ts'
import { readPage } from '../store/page.ts'
import { bulkTables } from '../store/schema/bulk.ts'
import type { Db } from '../store/store.ts'

export type BulkRow = ReturnType<typeof bulkTables>['bulkOperations']['$inferSelect']

/** Statuses of an operation that has not ended. */
export const openStatuses = ['Queued', 'Running'] as const

/** Capability that an action needs. An undo never reverts an audit. */
export const capabilityOf = (kind: BulkKind | 'undo'): CapabilityName =>
  kind === 'audit' ? 'StartAuditsOrScans' : 'EditInventory'

/** Lists the bulk operations of the site, newest first, then by id. */
export async function listBulkOperations(ctx: Context, query: BulkOperationQuery): Promise<List<BulkOperation>> {
  return ctx.store.read(async (db) => {
    const { bulkOperations: operations } = db.tables(bulkTables)
    const { status } = operations
    const isOpen = query.open === undefined ? undefined : (query.open ? inArray : notInArray)(status, [...openStatuses])
    const where = and(eq(operations.siteId, ctx.siteId), isOpen)
    const rows = db.select().from(operations).where(where).orderBy(desc(operations.createdAt), desc(operations.id))
    const { items, total } = await readPage(rows, db.$count(operations, where), query)
    return { items: items.map(toRecord), total }
  })
}

export async function getBulkOperation(ctx: Context, id: string): Promise<BulkOperation> {
  return ctx.store.read(async (db) => toRecord(await requireOperation(db, ctx.siteId, id)))
}

/** Lists the devices of an operation that could not be changed, in its order. */
export async function listBulkFailures(ctx: Context, id: string, page: Page): Promise<List<BulkFailure>> {
  return ctx.store.read(async (db) => {
    const { bulkDevices } = db.tables(bulkTables)
    const operation = await requireOperation(db, ctx.siteId, id)
    const where = and(eq(bulkDevices.operationId, operation.id), eq(bulkDevices.outcome, 'failed'))
    const rows = db.select().from(bulkDevices).where(where).orderBy(asc(bulkDevices.position))
    const { items, total } = await readPage(rows, db.$count(bulkDevices, where), page)
    const names = await deviceNames(
      db,
      items.map(({ deviceId }) => deviceId),
    )
    return {
      items: items.map(({ deviceId, code, message }) => {
        const deviceName = names.get(deviceId) ?? null
        return { deviceId, deviceName, code: code ?? '', message: message ?? '' }
      }),
      total,
    }
  })
}

export async function findOperation(db: Db, siteId: string, id: string): Promise<BulkRow | undefined> {
  const { bulkOperations: operations } = db.tables(bulkTables)
  const [row] = await db
    .select()
    .from(operations)
    .where(and(eq(operations.id, id), eq(operations.siteId, siteId)))
  return row
}

export const noOperation = () => new DomainError('not_found', 'No bulk operation has this id on this site.')

export async function requireOperation(db: Db, siteId: string, id: string): Promise<BulkRow> {
  const row = await findOperation(db, siteId, id)
  if (!row) throw noOperation()
  return row
}

export function toRecord({ siteId: _, actor, ...row }: BulkRow): BulkOperation {
  return { ...row, requestedBy: actor.name }
}

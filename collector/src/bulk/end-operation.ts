import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf, type SystemContext } from '../lib/context.ts'
import type { TrustedTime } from '../lib/trusted-time.ts'
import { bulkTables } from '../store/schema/bulk.ts'
import type { Tx } from '../store/store.ts'
import {
  capabilityOf,
  findOperation,
  getBulkOperation,
  noOperation,
  openStatuses,
  requireOperation,
} from './operations.ts'
import { insertOperation } from './start-operation.ts'

/** Cancels an operation. The devices that were done stay changed. */
export async function cancelBulkOperation(ctx: Context, id: string): Promise<BulkOperation> {
  const found = await ctx.store.read((db) => findOperation(db, ctx.siteId, id))
  // A caller without the capability does not learn which ids exist.
  requireCapability(ctx, capabilityOf(found?.action.kind ?? 'undo'))
  if (!found) throw noOperation()
  await ctx.store.write(async (tx) => {
    const { bulkOperations: operations } = tx.tables(bulkTables)
    const cancelled = await tx
      .update(operations)
      .set({ status: 'Cancelled', finishedAt: nowOf(ctx) })
      .where(and(eq(operations.id, id), inArray(operations.status, [...openStatuses])))
      .returning({ id: operations.id })
    if (cancelled.length === 0) throw new DomainError('task_finished', 'This operation has already ended.')
  })
  return getBulkOperation(ctx, id)
}

/**
 * Starts an operation that reverts all that an ended one has changed, the last device first, because merges are undone
 * in reverse order.
 */
export async function undoBulkOperation(
  ctx: Context,
  id: string,
  charge: (devices: number) => Promise<void>,
): Promise<BulkOperation> {
  requireCapability(ctx, 'EditInventory')
  const { undoable } = await getBulkOperation(ctx, id)
  await charge(undoable)
  const record = await ctx.store.write(async (tx) => {
    const { bulkOperations: operations, bulkDevices } = tx.tables(bulkTables)
    const operation = await requireOperation(tx, ctx.siteId, id)
    if (operation.finishedAt === null)
      throw new DomainError('not_undoable', 'The operation has not ended. Cancel it first.')
    if (operation.undoneBy !== null) throw new DomainError('not_undoable', 'The operation was already undone.')
    if (operation.undoes !== null)
      throw new DomainError('not_undoable', 'An undo cannot be undone. Run the action again.')
    if (operation.undoable === 0)
      throw new DomainError('not_undoable', 'The operation changed nothing that can be undone.')
    const rows = await tx
      .select({ deviceId: bulkDevices.deviceId, undo: bulkDevices.undo })
      .from(bulkDevices)
      .where(and(eq(bulkDevices.operationId, id), eq(bulkDevices.outcome, 'done')))
      .orderBy(desc(bulkDevices.position))
    const reverted = rows.filter(({ undo }) => undo !== null)
    const made = await insertOperation(tx, ctx, { kind: 'undo' }, reverted, id)
    await tx.update(operations).set({ undoneBy: made.id }).where(eq(operations.id, id))
    return made
  })
  ctx.log.info({ operationId: record.id, undoes: id, devices: record.total }, 'bulk operation: undo queued')
  ctx.wakeOutbox()
  return record
}

const storedDays = 30
/** Devices of one transaction, and the transactions of one run. */
const [devicesPerTurn, turnsMax] = [2_000, 100]

/** Deletes operations that ended more than 30 days ago, with their devices; a periodic job. */
export async function deleteOldBulkOperations(ctx: SystemContext, time: TrustedTime): Promise<void> {
  const before = time.before(storedDays * dayMs)
  let isLeft = true
  for (let turn = 0; isLeft && turn < turnsMax; turn += 1)
    isLeft = await ctx.store.write((tx) => deleteNext(tx, before))
}

/** Deletes devices of an old operation, or the operation if there are few. Reports whether one was found. */
async function deleteNext(tx: Tx, before: string): Promise<boolean> {
  const { bulkOperations: operations, bulkDevices } = tx.tables(bulkTables)
  const [old] = await tx
    .select({ id: operations.id })
    .from(operations)
    .where(lt(operations.finishedAt, before))
    .limit(1)
  if (!old) return false
  const rows = await tx
    .select({ operationId: bulkDevices.operationId, position: bulkDevices.position })
    .from(bulkDevices)
    .where(eq(bulkDevices.operationId, old.id))
    .limit(devicesPerTurn)
  await tx.deleteRows(bulkDevices, rows, ['operationId', 'position'])
  if (rows.length < devicesPerTurn) await tx.delete(operations).where(eq(operations.id, old.id))
  return true
}

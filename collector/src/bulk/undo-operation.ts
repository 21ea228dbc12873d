import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, desc, eq } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import type { Context } from '../lib/context.ts'
import { bulkTables } from '../store/schema/bulk.ts'
import { getBulkOperation, requireOperation } from './operations.ts'
import { insertOperation } from './start-operation.ts'

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

import type { BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { bulkTables } from '../store/schema/bulk.ts'
import { capabilityOf, findOperation, getBulkOperation, noOperation, openStatuses } from './operations.ts'

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

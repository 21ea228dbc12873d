import { dayMs } from '@rollcall/shared/durations.ts'
import { eq, lt } from 'drizzle-orm'
import type { SystemContext } from '../lib/context.ts'
import type { TrustedTime } from '../lib/trusted-time.ts'
import { bulkTables } from '../store/schema/bulk.ts'
import type { Tx } from '../store/store.ts'

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

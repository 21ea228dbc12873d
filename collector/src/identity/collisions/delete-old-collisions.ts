import { inArray, lt } from 'drizzle-orm'
import { liveMs } from '../../device-records/reviews.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { identityTables } from '../../store/schema/identity.ts'

/** Limit of one transaction, so that other work gets its turn. */
const rowsPerTurn = 1_000

/** Deletes collisions so old that a new one with the same value would be another collision. Runs periodically. */
export async function deleteOldCollisions({ store }: SystemContext, time: TrustedTime): Promise<void> {
  const before = time.before(liveMs)
  let removed = rowsPerTurn
  while (removed === rowsPerTurn) {
    removed = await store.write(async (tx) => {
      const { identityCollisions: collisions } = tx.tables(identityTables)
      const { id, lastAt } = collisions
      const old = tx.select({ id }).from(collisions).where(lt(lastAt, before)).limit(rowsPerTurn)
      return (await tx.delete(collisions).where(inArray(id, old)).returning({ id })).length
    })
  }
}

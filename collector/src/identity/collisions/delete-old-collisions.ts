import { inArray, lt } from 'drizzle-orm'
import { liveMs } from '../../device-records/reviews.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { identityTables } from '../../store/schema/identity.ts'

/** Of one transaction, so that others get their turn. */
const rowsPerTurn = 1_000

/** Removes collisions of so long ago that one with the same value would be another; run now and then. */
export async function forgetOldCollisions({ store }: SystemContext, time: TrustedTime): Promise<void> {
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

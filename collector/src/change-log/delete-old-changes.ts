import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { SystemContext } from '../lib/context.ts'
import { changeTables } from '../store/schema/change-log.ts'
import { valueChunks } from '../store/sql.ts'
import { dropBlocksUpTo } from './stored-counts.ts'

/**
 * Deletes the oldest entries of a site's log from before this time, at most `limit` in one transaction. Gives their
 * number: fewer than `limit` if none is left.
 */
export async function deleteOldChanges(
  system: SystemContext,
  siteId: string,
  before: string,
  limit: number,
): Promise<number> {
  return system.store.write(async (tx) => {
    const { changes } = tx.tables(changeTables)
    const oldest = await tx
      .select({ id: changes.id, timestamp: changes.timestamp })
      .from(changes)
      .where(and(eq(changes.siteId, siteId), lt(changes.timestamp, before)))
      .orderBy(asc(changes.timestamp), asc(changes.id))
      .limit(limit)
    const last = oldest.at(-1)
    if (!last) return 0
    for (const ids of valueChunks(oldest.map(({ id }) => id))) {
      await tx.delete(changes).where(inArray(changes.id, ids))
    }
    await dropBlocksUpTo(tx, siteId, last.timestamp)
    return oldest.length
  })
}

import type { ChangeVerb } from '@rollcall/shared/api/change.ts'
import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { and, count, eq, gte, lt } from 'drizzle-orm'
import { changeTables } from '../store/schema/change-log.ts'
import type { Db } from '../store/store.ts'
import { linesOf, type Piece, piecesOf } from './count-by-bucket.ts'
import { blocksOf } from './counted-buckets.ts'

type Day = SiteSummary['changes'][number]

/** Counts the entries of a site's log per day, given the starts of the days. The last day is open. */
export async function countChangesPerDay(db: Db, siteId: string, starts: readonly string[]): Promise<Day[]> {
  const blocks = await blocksOf(db, siteId)
  const days: Day[] = []
  for (const [index, from] of starts.entries()) {
    const pieces = piecesOf(blocks, { from, until: starts[index + 1] })
    const lines = async (verb: ChangeVerb) => {
      let sum = 0
      for (const piece of pieces) sum += await countVerb(db, siteId, verb, piece)
      return sum
    }
    days.push({ from, added: await lines('Added'), modified: await lines('Modified'), deleted: await lines('Deleted') })
  }
  return days
}

/** Uses the counts of a whole bucket, else the index of the verb, which contains the times. */
async function countVerb(db: Db, siteId: string, verb: ChangeVerb, { counts, from, until }: Piece): Promise<number> {
  if (counts) return linesOf(counts, { verb })
  const { changes } = db.tables(changeTables)
  const within = [
    from === undefined ? undefined : gte(changes.timestamp, from),
    until === undefined ? undefined : lt(changes.timestamp, until),
  ]
  const [row] = await db
    .select({ n: count() })
    .from(changes)
    .where(and(eq(changes.siteId, siteId), eq(changes.verb, verb), ...within))
  return row?.n ?? 0
}

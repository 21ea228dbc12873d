import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { and, count, eq, gte, inArray, lt } from 'drizzle-orm'
import { changeTables } from '../store/schema/change-log.ts'
import type { Db } from '../store/store.ts'
import { type Piece, piecesOf } from './counted-ranges.ts'
import { blocksOf } from './stored-counts.ts'

type Day = SiteSummary['changes'][number]

/** Counts the entries of a site's log per day, given the starts of the days. The last day is open. */
export async function countChangesPerDay(db: Db, siteId: string, starts: readonly string[]): Promise<Day[]> {
  const blocks = await blocksOf(db, siteId)
  return Promise.all(
    starts.map(async (from, index) => {
      const day: Day = { from, added: 0, modified: 0, deleted: 0 }
      const pieces = piecesOf(blocks, { from, until: starts[index + 1] })
      const counts = await Promise.all(pieces.map((piece) => piece.counts ?? countVerbs(db, siteId, piece)))
      for (const { verb, lines } of counts.flat()) day[fields[verb]] += lines
      return day
    }),
  )
}

const fields = { Added: 'added', Modified: 'modified', Deleted: 'deleted' } as const
const verbs = Object.keys(fields) as (keyof typeof fields)[]

/** Counts the entries of each verb. Naming the verbs has the index read that contains both them and the times. */
function countVerbs(db: Db, siteId: string, { from, until }: Piece) {
  const { changes } = db.tables(changeTables)
  const within = [
    from === undefined ? undefined : gte(changes.timestamp, from),
    until === undefined ? undefined : lt(changes.timestamp, until),
  ]
  return db
    .select({ verb: changes.verb, lines: count() })
    .from(changes)
    .where(and(eq(changes.siteId, siteId), inArray(changes.verb, verbs), ...within))
    .groupBy(changes.verb)
}

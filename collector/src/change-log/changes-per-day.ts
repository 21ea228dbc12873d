import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { type BlockCount, changeTables } from '../store/schema/change-log.ts'
import { bareType } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { type Piece, piecesOf } from './counted-ranges.ts'
import { blocksOf } from './stored-counts.ts'

type Day = SiteSummary['changes'][number]

/** Counts the entries of a site's log per day, given the starts of the days. The last day is open. */
export async function countChangesPerDay(db: Db, siteId: string, starts: readonly string[]): Promise<Day[]> {
  const blocks = await blocksOf(db, siteId)
  const days = starts.map((from): Day => ({ from, added: 0, modified: 0, deleted: 0 }))
  const pieces = days.flatMap((day, index) =>
    piecesOf(blocks, { from: day.from, until: starts[index + 1] }).map((piece) => ({ ...piece, day })),
  )
  for (const { counts = [], day } of pieces) add(day, counts)
  const uncounted = pieces.filter(({ counts }) => counts === undefined)
  for (const { piece, ...count } of await countVerbs(db, siteId, uncounted)) {
    const day = uncounted[piece]?.day
    if (day) add(day, [count])
  }
  return days
}

const fields = { Added: 'added', Modified: 'modified', Deleted: 'deleted' } as const
const verbs = Object.keys(fields) as (keyof typeof fields)[]

function add(day: Day, counts: readonly Pick<BlockCount, 'verb' | 'lines'>[]): void {
  for (const { verb, lines } of counts) day[fields[verb]] += lines
}

/**
 * Counts the entries of each verb in each piece, all in one statement. Naming the verbs has the index read that contains
 * both them and the times.
 */
async function countVerbs(db: Db, siteId: string, pieces: readonly Piece[]) {
  if (pieces.length === 0) return []
  const { changes } = db.tables(changeTables)
  const time = (instant: string) =>
    sql`cast(${sql.param(instant, changes.timestamp)} as ${sql.raw(bareType(changes.timestamp.getSQLType()))})`
  const ranges = pieces.map(
    ({ from = firstInstant, until = lastInstant }, piece) =>
      sql`select ${sql.raw(`${piece}`)} as piece, ${time(from)} as since, ${time(until)} as until`,
  )
  const piece = sql<number>`ranges.piece`.mapWith(Number)
  return db
    .select({ piece, verb: changes.verb, lines: count() })
    .from(sql`(${sql.join(ranges, sql` union all `)}) as ranges`)
    .innerJoin(
      changes,
      and(
        eq(changes.siteId, siteId),
        inArray(changes.verb, verbs),
        sql`${changes.timestamp} >= ranges.since and ${changes.timestamp} < ranges.until`,
      ),
    )
    .groupBy(piece, changes.verb)
}

/** Ends of an open range: before and after all entries. */
const [firstInstant, lastInstant] = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']

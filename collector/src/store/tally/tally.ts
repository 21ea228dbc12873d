import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Derived } from '../derived.ts'
import type { Db } from '../store.ts'

/** Number of a table's rows with equal values in some columns, available without counting. */
interface Tally extends Derived {
  /** Source for a select, under the name of the table: it has the columns of the tally. */
  readonly groups: SQL
  /** Total of the selected groups; 0 if there are none. */
  readonly total: SQL<number>
}

/** The tally of rows without a value in a column of `by` has an empty text there. */
export type CreateTally = (name: string, by: readonly [AnyColumn, ...AnyColumn[]]) => Tally

/** Reads the total of the groups that meet a condition. */
export async function totalOf(db: Db, { groups, total }: Tally, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ n: total }).from(groups).where(where)
  return row?.n ?? 0
}

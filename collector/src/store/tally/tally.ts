import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/** How many rows of a table have the same values in some columns, known without counting them. */
interface Tally extends Derived {
  /** What to select from, under the name of the table: it has the columns of the tally. */
  readonly groups: SQL
  /** How many rows the groups have together that are selected; 0 where there are none. */
  readonly total: SQL<number>
}

/** `by` are columns that are never empty. */
export type TallyMaker = (name: string, by: readonly [AnyColumn, ...AnyColumn[]]) => Tally

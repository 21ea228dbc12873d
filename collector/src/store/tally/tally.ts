import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/** How many rows of a table have the same values in some columns, known without counting them. */
interface Tally extends Derived {
  /** `(select … n …)` with a row for each group of rows that meet `where`, a condition on the columns of the tally. */
  groups(where: SQL | undefined): SQL
  /** Sums up `n` of the groups; 0 where there are none. */
  readonly total: SQL<number>
}

/** `by` are columns that are never empty. */
export type TallyMaker = (name: string, by: readonly [AnyColumn, ...AnyColumn[]]) => Tally

import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/** Number of a table's rows with equal values in some columns, available without counting. */
export interface Tally extends Derived {
  /** Source for a select, under the name of the table: it has the columns of the tally. */
  readonly groups: SQL
  /** Total of the selected groups; 0 if there are none. */
  readonly total: SQL<number>
}

/** The tally of rows without a value in a column of `by` has an empty text there. */
export type CreateTally = (name: string, by: readonly [AnyColumn, ...AnyColumn[]]) => Tally

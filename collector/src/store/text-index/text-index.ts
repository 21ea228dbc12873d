import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/**
 * Finds the rows of a table by any part of a text column. It is kept in the transaction that changes a row, whoever
 * changes it. The text and what is looked for are compared as they are: both are to be folded to lower case before.
 */
interface TextIndex extends Derived {
  /** False where the database could not make it: what it is asked then takes a look at every row. */
  readonly isThere: SQL<boolean>
  /** True of a row whose text contains `text`, by a look at the row; `text` of any length, wildcards as they are. */
  contains(text: string): SQL<boolean>
  /** `(select key …)` of the rows whose text contains `text`, by the index; `text` of `indexedCharactersMin` or more. */
  keysOf(text: string): SQL
  /** `(select key …)` of the rows that `keysOf` gives, at most `max`. */
  found(text: string, max: number): SQL
  /** The key in a `select` from `found`. */
  readonly foundKey: SQL<string>
  /** `(select …)` of as many rows as there are matches, at most `max`: tells cheaply whether many match. */
  matches(text: string, max: number): SQL
}

/** The index is of trigrams, which shorter texts have none of. */
export const indexedCharactersMin = 3

export type TextIndexOptions = {
  /** The primary key. */
  key: AnyColumn
  text: AnyColumn
  /**
   * The orders in which rows are looked at one by one, where the index does not help: for each SQLite gets an index
   * with the text in it, so that it need not look at the table. PostgreSQL's entries are too short for that.
   */
  orders: Record<string, readonly AnyColumn[]>
}

export type TextIndexMaker = (name: string, options: TextIndexOptions) => TextIndex

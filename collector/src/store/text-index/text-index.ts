import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/**
 * Finds the rows of a table by any part of a text column. Every transaction that changes a row updates it. Texts are
 * compared as they are: convert both to lower case before.
 */
interface TextIndex extends Derived {
  /** False if the database could not create it: queries then read every row. */
  readonly isThere: SQL<boolean>
  /**
   * Condition that a row's text contains `text`, evaluated on the row. `text` may have any length, and wildcards are
   * literal.
   */
  contains(text: string): SQL<boolean>
  /**
   * `select key …` of the rows whose text contains `text`, by the index. `text` needs `indexedCharactersMin`
   * characters.
   */
  keysOf(text: string): SQL
  /** `(select key …)` of at most `max` rows that `keysOf` gives. */
  found(text: string, max: number): SQL
  /** The key in a `select` from `found`. */
  readonly foundKey: SQL<string>
  /** `(select …)` of at most `max` rows, one per match: a cheap test for many matches. */
  matches(text: string, max: number): SQL
}

/** The index is of trigrams. Shorter texts have none. */
export const indexedCharactersMin = 3

export type TextIndexOptions = {
  /** Primary key of the table. */
  key: AnyColumn
  text: AnyColumn
  /**
   * Orders in which rows are read one by one if the index does not help. For each of them SQLite gets an index that
   * contains the text, so that it need not read the table. PostgreSQL's entries are too short for that.
   */
  orders: Record<string, readonly AnyColumn[]>
}

export type CreateTextIndex = (name: string, options: TextIndexOptions) => TextIndex

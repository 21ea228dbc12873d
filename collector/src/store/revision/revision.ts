import type { AnyColumn } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/** A number that rises if rows of a table come or go, or if some of their columns change (see `Db.cachedCount`). */
export interface Revision extends Derived {
  /** Statement that reads it; undefined if the engine has none. */
  readonly query: string | undefined
}

export type CreateRevision = (name: string, of: readonly [AnyColumn, ...AnyColumn[]]) => Revision

import type { AnyColumn } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/** A number that rises if rows of a table come or go, or if the values in some of their columns change. */
export interface Revision extends Derived {
  /** Statement that reads it; undefined if the engine does not have it. */
  readonly query: string | undefined
}

/**
 * `counts` are cached by reads (see `Db.cachedCount`), `caches` by writes (see `Db.revisionOf`). Only SQLite, where a
 * store has one writer, has revisions for caches alone.
 */
type RevisionUse = 'counts' | 'caches'

export type CreateRevision = (name: string, of: readonly [AnyColumn, ...AnyColumn[]], use: RevisionUse) => Revision

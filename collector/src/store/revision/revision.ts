import type { AnyColumn } from 'drizzle-orm'
import type { Derived } from '../derived.ts'

/** A number that rises when rows of a table come or go, or when some of their columns change (see `Db.rememberedCount`). */
export interface Revision extends Derived {
  /** Statement that reads it; undefined where the engine keeps none. */
  readonly query: string | undefined
}

export type RevisionMaker = (name: string, of: readonly [AnyColumn, ...AnyColumn[]]) => Revision

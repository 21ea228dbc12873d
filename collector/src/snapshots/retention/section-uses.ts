import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'
import type { ContentTable } from '../packing/contents.ts'
import { sectionColumns } from '../read/snapshot-data.ts'

/** Conditions on a row of a table of contents or facts. */

/** A snapshot refers to it, or it is the base of a section. */
export function isUsed(db: Db, table: ContentTable): SQL {
  const { snapshots, sections, rawPayloads } = db.tables(snapshotTables)
  const ofSnapshot = (column: AnyColumn) => sql`exists (select 1 from ${snapshots} where ${column} = ${table.seq})`
  if (table === rawPayloads) return ofSnapshot(snapshots.seq)
  const isBase = sql`exists (select 1 from ${sections} as based where based.base_seq = ${table.seq})`
  return sql`(${sql.join([isBase, ...Object.values(sectionColumns(db)).map(ofSnapshot)], sql` or `)})`
}

/** Others are stored as differences from it. */
export const isDictionary = (table: ContentTable): SQL =>
  sql`exists (select 1 from ${table} as dependent where dependent.dictionary_seq = ${table.seq})`

/** Some of its dependents have a place in a chain of differences. */
export const isInChain = (table: ContentTable): SQL =>
  sql`exists (select 1 from ${table} as dependent where dependent.dictionary_seq = ${table.seq} and dependent.place > 0)`

export function areFactsUsed(db: Db): SQL {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  return sql`exists (select 1 from ${snapshots} where ${snapshots.factsSeq} = ${snapshotFacts.seq})`
}

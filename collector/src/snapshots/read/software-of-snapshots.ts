import type { Software } from '@rollcall/shared/inventory/software.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { readSectionsBySeq } from '../sections/stored-sections.ts'
import { dataOf, noSections } from './snapshot-data.ts'

/** Software of these snapshots, by snapshot. One without a software section is not in the map. */
export async function softwareOfSnapshots(db: Db, snapshotIds: readonly string[]): Promise<Map<string, Software[]>> {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db
    .select({ id: snapshots.id, seq: snapshots.softwareSeq })
    .from(snapshots)
    .where(among(snapshots.id, snapshotIds))
  const sections = await readSectionsBySeq(db, [...new Set(rows.flatMap(({ seq }) => seq ?? []))])
  const softwareOf = (seq: number) => dataOf({ ...noSections, software: seq }, sections).software
  return new Map(rows.flatMap(({ id, seq }) => (seq === null ? [] : [[id, softwareOf(seq)]])))
}

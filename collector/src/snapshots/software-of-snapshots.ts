import { type Software, softwareSchema } from '@rollcall/shared/inventory/software.ts'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db } from '../store/store.ts'
import { readSections } from './sections.ts'

/** The software of these snapshots, by snapshot; one that did not look at it is not in the map. */
export async function softwareOfSnapshots(db: Db, snapshotIds: readonly string[]): Promise<Map<string, Software[]>> {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db
    .select({ id: snapshots.id, hash: snapshots.softwareHash })
    .from(snapshots)
    .where(inArray(snapshots.id, [...snapshotIds]))
  const sections = await readSections(
    db,
    rows.flatMap(({ hash }) => hash ?? []),
  )
  return new Map(
    rows.flatMap(({ id, hash }) => (hash === null ? [] : [[id, z.array(softwareSchema).parse(sections.get(hash))]])),
  )
}

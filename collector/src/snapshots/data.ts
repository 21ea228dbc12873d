import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { snapshotDataSchema } from '@rollcall/shared/inventory/observation.ts'
import { eq } from 'drizzle-orm'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db } from '../store/store.ts'
import { readSections, sectionNames } from './sections.ts'

/** Columns of a snapshot's row that refer to its sections. */
export const sectionColumns = (db: Db) => {
  const { snapshots } = db.tables(snapshotTables)
  return {
    hardware: snapshots.hardwareHash,
    software: snapshots.softwareHash,
    network: snapshots.networkHash,
    customFields: snapshots.customFieldsHash,
  }
}

/** The four sections of a snapshot; one that was not audited is empty. */
export async function readData(
  db: Db,
  hashes: Record<(typeof sectionNames)[number], string | null>,
): Promise<SnapshotContent> {
  const wanted = sectionNames.flatMap((name) => hashes[name] ?? [])
  const found = await readSections(db, wanted)
  const of = (hash: string | null): unknown => (hash === null ? undefined : found.get(hash))
  const data = snapshotDataSchema.parse({
    hardware: of(hashes.hardware),
    software: of(hashes.software),
    network: of(hashes.network),
    customFields: of(hashes.customFields),
  })
  return {
    hardware: data.hardware ?? {},
    software: data.software ?? [],
    network: data.network ?? {},
    customFields: data.customFields ?? {},
  }
}

/** The data of one snapshot; null when it is not there. */
export async function readSnapshotData(db: Db, snapshotId: string): Promise<SnapshotContent | null> {
  const { snapshots } = db.tables(snapshotTables)
  const [hashes] = await db.select(sectionColumns(db)).from(snapshots).where(eq(snapshots.id, snapshotId))
  return hashes ? readData(db, hashes) : null
}

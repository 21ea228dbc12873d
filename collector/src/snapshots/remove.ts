import { inArray } from 'drizzle-orm'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { valueChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

/**
 * Deletes snapshots with their raw payloads, and those of their sections that no other snapshot refers to. Ingest may
 * have found such a section stored a moment ago: its transaction then fails on the reference, and it stores it anew.
 */
export async function removeSnapshots(tx: Tx, snapshotIds: readonly string[]): Promise<void> {
  const { snapshots, sections } = tx.tables(snapshotTables)
  const columns = [snapshots.hardwareHash, snapshots.softwareHash, snapshots.networkHash, snapshots.customFieldsHash]
  const unused = new Set<string>()
  for (const ids of valueChunks(snapshotIds)) {
    const removed = await tx.delete(snapshots).where(inArray(snapshots.id, ids)).returning({
      hardware: snapshots.hardwareHash,
      software: snapshots.softwareHash,
      network: snapshots.networkHash,
      customFields: snapshots.customFieldsHash,
    })
    for (const hash of removed.flatMap((row) => Object.values(row))) if (hash !== null) unused.add(hash)
  }
  for (const hashes of valueChunks([...unused])) {
    for (const column of columns) {
      const used = await tx.selectDistinct({ hash: column }).from(snapshots).where(inArray(column, hashes))
      for (const { hash } of used) if (hash !== null) unused.delete(hash)
    }
  }
  for (const hashes of valueChunks([...unused])) await tx.delete(sections).where(inArray(sections.hash, hashes))
}

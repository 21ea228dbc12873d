import { inArray } from 'drizzle-orm'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { valueChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { sectionColumns } from './data.ts'

/**
 * Deletes snapshots with their raw payloads, and those of their sections that nothing else refers to. Ingest may have
 * found such a section stored a moment ago: its transaction then fails on the reference, and it stores it anew.
 */
export async function removeSnapshots(tx: Tx, snapshotIds: readonly string[]): Promise<void> {
  const { snapshots } = tx.tables(snapshotTables)
  const left = new Set<string>()
  for (const ids of valueChunks(snapshotIds)) {
    const removed = await tx.delete(snapshots).where(inArray(snapshots.id, ids)).returning(sectionColumns(tx))
    for (const hash of removed.flatMap((row) => Object.values(row))) if (hash !== null) left.add(hash)
  }
  // A base may have no other section any more, once the sections that had it are gone.
  const bases = await removeUnused(tx, left)
  await removeUnused(tx, bases)
}

/** Deletes those that neither a snapshot nor another section refers to; gives the bases that they had. */
async function removeUnused(tx: Tx, hashes: ReadonlySet<string>): Promise<Set<string>> {
  const { snapshots, sections } = tx.tables(snapshotTables)
  const unused = new Set(hashes)
  const bases = new Set<string>()
  for (const chunk of valueChunks([...unused])) {
    const uses = [
      ...Object.values(sectionColumns(tx)).map((hash) => ({ table: snapshots, hash })),
      { table: sections, hash: sections.baseHash },
    ]
    for (const { table, hash } of uses) {
      const used = await tx.selectDistinct({ hash }).from(table).where(inArray(hash, chunk))
      for (const row of used) if (row.hash !== null) unused.delete(row.hash)
    }
  }
  for (const chunk of valueChunks([...unused])) {
    const removed = await tx
      .delete(sections)
      .where(inArray(sections.hash, chunk))
      .returning({ base: sections.baseHash })
    for (const { base } of removed) if (base !== null) bases.add(base)
  }
  return bases
}

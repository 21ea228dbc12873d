import { and, isNull, not } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { type ContentTable, contentTables } from '../packing/contents.ts'
import { sectionColumns, seqsIn } from '../read/snapshot-data.ts'
import { areFactsUsed, isDictionary, isUsed } from './section-uses.ts'

/**
 * Deletes snapshots with their raw payloads and with sections that nothing else refers to. A content that is a
 * dictionary of others is marked, and deleted once they have another dictionary, from `rebaseAt` on. Ingest may have
 * found such a section stored a moment ago: its transaction then fails, and ingest stores the section again.
 */
export async function removeSnapshots(tx: Tx, snapshotIds: readonly string[], rebaseAt: string): Promise<void> {
  const { snapshots, snapshotFacts } = tx.tables(snapshotTables)
  const { sections, rawPayloads } = contentTables(tx)
  const { id, seq, factsSeq } = snapshots
  const columns = { seq, factsSeq, ...sectionColumns(tx) }
  const removed = await tx.delete(snapshots).where(among(id, snapshotIds)).returning(columns)
  const numbers = (of: (row: (typeof removed)[number]) => number[]) => [...new Set(removed.flatMap(of))]
  const payloads = numbers((row) => [row.seq])
  await release(tx, rawPayloads, payloads, rebaseAt)
  const contents = numbers((row) => seqsIn(row))
  await release(tx, sections, contents, rebaseAt)
  const facts = numbers((row) => [row.factsSeq])
  await tx.delete(snapshotFacts).where(and(among(snapshotFacts.seq, facts), not(areFactsUsed(tx))))
}

/** Deletes contents that nothing needs any more, and then contents that only these needed. */
export async function release(tx: Tx, table: ContentTable, seqs: readonly number[], rebaseAt: string): Promise<void> {
  const { sections, rawPayloads } = tx.tables(snapshotTables)
  const base = table === rawPayloads ? table.dictionarySeq : sections.baseSeq
  let left = seqs
  while (left.length > 0) {
    const idle = and(among(table.seq, left), not(isUsed(tx, table)))
    const removed = await tx
      .delete(table)
      .where(and(idle, not(isDictionary(table))))
      .returning({ dictionary: table.dictionarySeq, base })
    await tx
      .update(table)
      .set({ rebaseAt })
      .where(and(idle, isNull(table.rebaseAt)))
    left = [...new Set(removed.flatMap((each) => [each.dictionary ?? [], each.base ?? []].flat()))]
  }
}

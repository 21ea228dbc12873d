import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { and, eq, not } from 'drizzle-orm'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { among } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { ensureFacts, factsHash } from './facts.ts'
import { areFactsUsed } from './uses.ts'

/** Gives snapshots another reason for being of their device, made of the one they have; the same one leaves them alone. */
export async function rematch(
  tx: Tx,
  snapshotIds: readonly string[],
  reasonOf: (snapshotId: string, known: MatchReason) => MatchReason,
): Promise<void> {
  if (snapshotIds.length === 0) return
  const { snapshots, snapshotFacts } = tx.tables(snapshotTables)
  const { id, seq } = snapshots
  const rows = await tx
    .select({ id, seq, facts: snapshotFacts })
    .from(snapshots)
    .innerJoin(snapshotFacts, eq(snapshotFacts.seq, snapshots.factsSeq))
    .where(among(id, snapshotIds))
  const changed = rows.flatMap((row) => {
    const match = reasonOf(row.id, row.facts.match)
    const { seq: factsSeq, hash: _, ...facts } = { ...row.facts, match }
    return match === row.facts.match ? [] : [{ seq: row.seq, factsSeq, facts, hash: factsHash(facts) }]
  })
  const seqs = await ensureFacts(tx, new Map(changed.map(({ hash, facts }) => [hash, facts])))
  await tx.updateRows(
    snapshots,
    changed.map((row) => ({ seq: row.seq, factsSeq: seqs.get(row.hash) ?? row.factsSeq })),
    { key: 'seq', set: ['factsSeq'] },
  )
  const left = [...new Set(changed.map(({ factsSeq }) => factsSeq))]
  await tx.delete(snapshotFacts).where(and(among(snapshotFacts.seq, left), not(areFactsUsed(tx))))
}

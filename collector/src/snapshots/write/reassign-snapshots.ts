import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { and, not } from 'drizzle-orm'
import { type Reassignment, reassign, recordIdsOf } from '../../store/reassign.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { selectWithFacts } from '../read/facts-of-snapshots.ts'
import { areFactsUsed } from '../retention/section-uses.ts'
import { ensureFacts, factsHash } from './facts.ts'

/** Moves snapshots of one device to another. */
export const reassignSnapshots = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(snapshotTables).snapshots, reassignment)

export const snapshotIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(snapshotTables).snapshots, deviceId)

/** Replaces the match reasons of snapshots, by snapshot id. */
export async function rematch(tx: Tx, matches: ReadonlyMap<string, MatchReason>): Promise<void> {
  if (matches.size === 0) return
  const { snapshots, snapshotFacts } = tx.tables(snapshotTables)
  const { id, seq } = snapshots
  const rows = await selectWithFacts(tx, { id, seq, facts: snapshotFacts }).where(among(id, [...matches.keys()]))
  const changed = rows.flatMap((row) => {
    const match = matches.get(row.id) ?? row.facts.match
    const { seq: factsSeq, hash, ...facts } = { ...row.facts, match }
    const now = factsHash(facts)
    return now === hash ? [] : [{ seq: row.seq, factsSeq, facts, hash: now }]
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

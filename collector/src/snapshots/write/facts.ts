import { hash as digest } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { type Cache, findAll } from '../../lib/cache.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

type FactsRow = ReturnType<typeof snapshotTables>['snapshotFacts']['$inferSelect']
/** Facts of a snapshot besides its sections, mostly equal in the next one of its device. */
export type Facts = Omit<FactsRow, 'seq' | 'hash'>
/** Part of a section that was not read, and the snapshot that its values come from. */
export type EarlierPart = NonNullable<Facts['report']['earlier']>[number]

/**
 * Hash of facts. Equal facts of one release have equal text, as this one place assembles them from data that a schema
 * has parsed.
 */
export function factsHash({ scheduleId, auditServiceId, agentId, identity, report, match }: Facts): string {
  return digest('sha256', JSON.stringify([scheduleId, auditServiceId, agentId, identity, report, match]), 'hex')
}

/** Numbers of facts by hash. New facts are stored. */
export async function ensureFacts(
  tx: Tx,
  facts: ReadonlyMap<string, Facts>,
  cache?: Cache<number>,
): Promise<Map<string, number>> {
  const hashes = [...facts.keys()]
  const stored = await seqsOfFacts(tx, hashes, cache)
  const missing = [...facts].filter(([hash]) => !stored.has(hash))
  if (missing.length === 0) return stored
  const { snapshotFacts } = tx.tables(snapshotTables)
  await tx.insertRows(
    snapshotFacts,
    missing.map(([hash, row]) => ({ ...row, hash })),
  )
  return seqsOfFacts(tx, hashes, cache)
}

async function seqsOfFacts(db: Db, hashes: readonly string[], cache?: Cache<number>): Promise<Map<string, number>> {
  const { snapshotFacts } = db.tables(snapshotTables)
  return findAll(hashes, cache, async (missing) => {
    const rows = await db.rowsAmong(snapshotFacts, missing, { key: 'hash', columns: ['hash', 'seq'] })
    return rows.map(({ hash, seq }) => [hash ?? '', seq] as const)
  })
}

/** Adds hashes to facts of an earlier release, so that equal facts of several snapshots are stored once. */
export async function foldFacts(tx: Tx, seqs: readonly number[]): Promise<void> {
  const { snapshotFacts, snapshots } = tx.tables(snapshotTables)
  const rows = await tx
    .select()
    .from(snapshotFacts)
    .where(and(among(snapshotFacts.seq, seqs), isNull(snapshotFacts.hash)))
  const hashed = rows.map((row) => ({ seq: row.seq, hash: factsHash(row) }))
  const cache = await seqsOfFacts(
    tx,
    hashed.map(({ hash }) => hash),
  )
  for (const { seq, hash } of hashed) {
    const same = cache.get(hash)
    cache.set(hash, same ?? seq)
    if (same === undefined) await tx.update(snapshotFacts).set({ hash }).where(eq(snapshotFacts.seq, seq))
    else {
      await tx.update(snapshots).set({ factsSeq: same }).where(eq(snapshots.factsSeq, seq))
      await tx.delete(snapshotFacts).where(eq(snapshotFacts.seq, seq))
    }
  }
}

import { and, eq, isNull, not, sql } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { among } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { canBeDictionary, compressAgainst } from './compress.ts'
import { unpackInThread } from './contents.ts'
import { foldFacts } from './facts.ts'
import { nextUnpacked, type Packing, planPacking } from './pack-plan.ts'
import { isDictionary } from './uses.ts'

/** A difference that is hardly less than the whole only costs time when it is read. */
const shareMax = 0.75

/**
 * Packs the next snapshots that are not packed yet, oldest first: what they hold is kept as what differs from an earlier
 * snapshot of the same device and origin. What can be read stays the same, and a turn that was cut off is done again.
 * Gives how many there were.
 */
export async function packNext({ store }: Pick<SystemContext, 'store'>): Promise<number> {
  const snapshots = await store.read(nextUnpacked)
  if (snapshots.length === 0) return 0
  const packed: Packed[] = []
  for (const snapshot of snapshots) {
    for (const packing of await store.read((db) => planPacking(db, snapshot))) {
      const content = await encode(packing)
      if (content) packed.push({ ...packing, content })
    }
  }
  await store.write(async (tx) => {
    for (const item of packed) await apply(tx, item)
    await foldFacts(
      tx,
      snapshots.map(({ factsSeq }) => factsSeq),
    )
    const { snapshots: table } = tx.tables(snapshotTables)
    const seqs = snapshots.map(({ seq }) => seq)
    await tx.update(table).set({ isPacked: true }).where(among(table.seq, seqs))
  })
  return snapshots.length
}

type Packed = Packing & { content: Buffer }

async function encode({ seq, dictionarySeq, contents }: Packing): Promise<Buffer | undefined> {
  const unpacked = await unpackInThread(contents)
  const [dictionary, content] = [unpacked.get(dictionarySeq), unpacked.get(seq)]
  if (!dictionary || !content || !canBeDictionary(dictionary)) return undefined
  const difference = await compressAgainst(dictionary, content)
  return difference.length < shareMax * (contents.get(seq)?.content.length ?? 0) ? difference : undefined
}

/** Unless something else was made of it or of its dictionary since it was read: then it stays whole. */
async function apply(tx: Tx, { table, seq, dictionarySeq, place, content }: Packed): Promise<void> {
  const isLasting = sql`exists (select 1 from ${table} as dictionary where dictionary.seq = ${dictionarySeq} and dictionary.rebase_at is null)`
  await tx
    .update(table)
    .set({ content, dictionarySeq, place })
    .where(and(eq(table.seq, seq), isNull(table.dictionarySeq), not(isDictionary(table)), isLasting))
}

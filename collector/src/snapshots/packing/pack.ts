import { setImmediate } from 'node:timers/promises'
import { and, eq, isNull, not, sql } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { isInChain } from '../retention/section-uses.ts'
import { canBeDictionary, compressAgainst } from '../sections/compress.ts'
import { foldFacts } from '../write/facts.ts'
import { unpackInThread } from './contents.ts'
import { nextUnpacked, type Packing, planPacking, type Unpacked } from './pack-plan.ts'

/** A difference that is hardly less than the whole only costs time when it is read. */
const shareMax = 0.75
/** Of one transaction, beyond which no other snapshot is begun with. */
const turnBytesMax = 16 * 1024 * 1024

/**
 * Packs the next snapshots that are not packed yet, oldest first: what they hold is kept as what differs from an earlier
 * snapshot of the same device and origin. What can be read stays the same, and a turn that was cut off is done again.
 * Gives how many there were.
 */
export async function packNext({ store, log }: Pick<SystemContext, 'store' | 'log'>): Promise<number> {
  const done: Unpacked[] = []
  const packed: Packed[] = []
  let bytes = 0
  for (const snapshot of await store.read(nextUnpacked)) {
    if (bytes > turnBytesMax) break
    // What is small is packed at once, and a read on SQLite gives nobody else a turn.
    await setImmediate()
    for (const packing of await store.read((db) => planPacking(db, snapshot))) {
      const content = await encode(packing, log)
      const { table, seq, dictionarySeq, place } = packing
      if (content) packed.push({ table, seq, dictionarySeq, place, content })
      bytes += content?.length ?? 0
    }
    done.push(snapshot)
  }
  if (done.length === 0) return 0
  await store.write(async (tx) => {
    for (const item of packed) await apply(tx, item)
    await foldFacts(
      tx,
      done.map(({ factsSeq }) => factsSeq),
    )
    const { snapshots } = tx.tables(snapshotTables)
    const seqs = done.map(({ seq }) => seq)
    await tx.update(snapshots).set({ isPacked: true }).where(among(snapshots.seq, seqs))
  })
  return done.length
}

type Packed = Omit<Packing, 'contents'> & { content: Buffer }

/** Nothing where it would be hardly less, or where one of them cannot be read: all others are still packed then. */
async function encode({ seq, dictionarySeq, contents }: Packing, log: SystemContext['log']) {
  try {
    const unpacked = await unpackInThread(contents, [dictionarySeq, seq])
    const [dictionary, content] = [unpacked.get(dictionarySeq), unpacked.get(seq)]
    if (!dictionary || !content || !canBeDictionary(dictionary)) return undefined
    const difference = await compressAgainst(dictionary, content)
    return difference.length < shareMax * (contents.get(seq)?.content.length ?? 0) ? difference : undefined
  } catch (error) {
    log.error(
      { err: error, content: seq, dictionary: dictionarySeq },
      'a stored content cannot be read; it stays as it is',
    )
    return undefined
  }
}

/** Unless something else was made of it or of its dictionary since it was read: then it stays whole. */
async function apply(tx: Tx, { table, seq, dictionarySeq, place, content }: Packed): Promise<void> {
  const isLasting = sql`exists (select 1 from ${table} as dictionary where dictionary.seq = ${dictionarySeq} and dictionary.rebase_at is null)`
  await tx
    .update(table)
    .set({ content, dictionarySeq, place })
    .where(and(eq(table.seq, seq), isNull(table.dictionarySeq), not(isInChain(table)), isLasting))
}

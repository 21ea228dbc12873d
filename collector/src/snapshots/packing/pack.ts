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

/** A difference of more than this share of the whole saves little and costs time when read. */
const shareMax = 0.75
/** Limit of one transaction: no further snapshot starts beyond it. */
const turnBytesMax = 16 * 1024 * 1024

/**
 * Packs the next unpacked snapshots, oldest first: their contents are stored as differences from an earlier snapshot of
 * the same device and origin. Readers get the same content, and an interrupted turn is repeated. Returns the number of
 * snapshots.
 */
export async function packNext({ store, log }: Pick<SystemContext, 'store' | 'log'>): Promise<number> {
  const done: Unpacked[] = []
  const packed: Packed[] = []
  let bytes = 0
  for (const snapshot of await store.read(nextUnpacked)) {
    if (bytes > turnBytesMax) break
    // Small contents are packed at once, and a read on SQLite gives no other work a turn.
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

/**
 * Encodes a difference. Returns nothing if it would save little or one of the two cannot be read; the others are still
 * packed.
 */
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
      'packing: stored content cannot be read; it stays as it is',
    )
    return undefined
  }
}

/**
 * Stores a difference, unless the content or its dictionary has changed since it was read; then the content stays
 * whole.
 */
async function apply(tx: Tx, { table, seq, dictionarySeq, place, content }: Packed): Promise<void> {
  const isLasting = sql`exists (select 1 from ${table} as dictionary where dictionary.seq = ${dictionarySeq} and dictionary.rebase_at is null)`
  await tx
    .update(table)
    .set({ content, dictionarySeq, place })
    .where(and(eq(table.seq, seq), isNull(table.dictionarySeq), not(isInChain(table)), isLasting))
}

import { dayMs } from '@rollcall/shared/durations.ts'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import type { Db, Tx } from '../../store/store.ts'
import { release } from '../retention/remove-snapshots.ts'
import { isUsed } from '../retention/section-uses.ts'
import { canBeDictionary, compress, compressAgainst } from '../sections/compress.ts'
import {
  type ContentTable,
  contentTables,
  loadContents,
  type StoredContent,
  type StoredContents,
  unpackInThread,
} from './contents.ts'

/** Limit of one turn. */
const dictionariesPerTurn = 8
/** Limit of one transaction: a section can be the dictionary of sections of many devices. */
const dependentsMax = 64
/** Limit in memory at a time, unless two of them take more. */
const bytesMax = 64 * 1024 * 1024
/** A dictionary that could not be read is tried again after this time. */
const postponedMs = dayMs

/**
 * Replaces the deleted dictionaries of contents, and then deletes the old dictionaries for good. Readers get the same
 * content, and an interrupted turn is repeated. Returns the number of dictionaries.
 */
export async function rebaseNext(ctx: Pick<SystemContext, 'store' | 'clock' | 'log'>): Promise<number> {
  const { sections, rawPayloads } = contentTables(ctx.store)
  let done = 0
  for (const table of [rawPayloads, sections]) {
    for (const seq of await ctx.store.read((db) => dueIn(db, table, nowOf(ctx)))) {
      const plan = await ctx.store.read((db) => planRebase(db, table, seq))
      const changes = await encode(plan, ctx.log)
      await ctx.store.write((tx) =>
        changes ? apply(tx, table, seq, changes, nowOf(ctx)) : postpone(ctx, tx, table, seq),
      )
      done++
    }
  }
  return done
}

async function postpone(
  { clock }: Pick<SystemContext, 'clock'>,
  tx: Tx,
  table: ContentTable,
  seq: number,
): Promise<void> {
  const rebaseAt = new Date(clock.now().getTime() + postponedMs).toISOString()
  await tx.update(table).set({ rebaseAt }).where(eq(table.seq, seq))
}

async function dueIn(db: Db, table: ContentTable, now: string): Promise<number[]> {
  const rows = await db
    .select({ seq: table.seq })
    .from(table)
    .where(and(isNotNull(table.rebaseAt), lte(table.rebaseAt, now)))
    .orderBy(asc(table.rebaseAt))
    .limit(dictionariesPerTurn)
  return rows.map(({ seq }) => seq)
}

type Dependent = Pick<StoredContent, 'seq' | 'size' | 'place'>
type Plan = { goneSeq: number; dependents: Dependent[]; contents: StoredContents }

/**
 * Plans the rebase of a deleted dictionary. Lasting contents come first, as the first may become the dictionary of the
 * others.
 */
async function planRebase(db: Db, table: ContentTable, goneSeq: number): Promise<Plan> {
  const { seq, size, place, dictionarySeq } = table
  const dependents = withinBytes(
    await db
      .select({ seq, size, place })
      .from(table)
      .where(eq(dictionarySeq, goneSeq))
      .orderBy(sql`${isNotNull(table.rebaseAt)}`, asc(place), asc(seq))
      .limit(dependentsMax),
  )
  const seqs = dependents.map((row) => row.seq)
  return { goneSeq, dependents, contents: await loadContents(db, table, seqs) }
}

function withinBytes(dependents: Dependent[]): Dependent[] {
  let bytes = 0
  return dependents.filter(({ size }, index) => {
    bytes += size
    return index < 2 || bytes <= bytesMax
  })
}

type Change = { seq: number; content: Buffer; dictionarySeq: number | null; place: number }

/**
 * Encodes the new differences. The deleted content's own dictionary replaces it, or the first dependent does, which is
 * whole then. Undefined if one of them cannot be read.
 */
async function encode({ goneSeq, dependents, contents }: Plan, log: SystemContext['log']) {
  const heir = contents.get(goneSeq)?.dictionarySeq ?? dependents[0]?.seq
  if (heir === undefined) return []
  try {
    const unpacked = await unpackInThread(contents, [heir, ...dependents.map(({ seq }) => seq)])
    const changes: Change[] = []
    for (const { seq, place } of dependents) changes.push(await rebased(unpacked, seq, place, heir))
    return changes
  } catch (error) {
    log.error(
      { err: error, content: goneSeq },
      'packing: content that depends on deleted content cannot be read; the deleted content is kept',
    )
    return undefined
  }
}

async function rebased(
  unpacked: ReadonlyMap<number, Buffer>,
  seq: number,
  place: number,
  heir: number,
): Promise<Change> {
  const [content, dictionary] = [unpacked.get(seq), unpacked.get(heir)]
  if (!content || !dictionary) throw new Error(`content ${seq} or ${heir} is missing`)
  return seq === heir || !canBeDictionary(dictionary)
    ? { seq, content: await compress(content), dictionarySeq: null, place: 0 }
    : { seq, content: await compressAgainst(dictionary, content), dictionarySeq: heir, place }
}

/** Stores the new differences. A dictionary that is in use again stays as it is. */
async function apply(tx: Tx, table: ContentTable, goneSeq: number, changes: readonly Change[], now: string) {
  const updated = await tx
    .select({ seq: table.seq })
    .from(table)
    .where(and(eq(table.seq, goneSeq), isUsed(tx, table)))
  if (updated.length > 0) {
    await tx.update(table).set({ rebaseAt: null }).where(eq(table.seq, goneSeq))
    return
  }
  for (const { seq, ...change } of changes) {
    await tx
      .update(table)
      .set(change)
      .where(and(eq(table.seq, seq), eq(table.dictionarySeq, goneSeq)))
  }
  await release(tx, table, [goneSeq], now)
}

import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../context.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db, Tx } from '../store/store.ts'
import { canBeDictionary, compress, compressAgainst } from './compress.ts'
import { type ContentTable, loadContents, type StoredContent, type StoredContents, unpackInThread } from './contents.ts'
import { release } from './remove.ts'
import { isUsed } from './uses.ts'

/** Of one turn. */
const dictionariesPerTurn = 8
/** Of one transaction; a section can be the dictionary of those of many devices. */
const dependentsMax = 64

/**
 * Gives what is kept as a difference from something that was deleted another dictionary, and then deletes that for
 * good. What can be read stays the same, and a turn that was cut off is done again. Gives how many there were.
 */
export async function rebaseNext(ctx: Pick<SystemContext, 'store' | 'clock'>): Promise<number> {
  const { sections, rawPayloads } = ctx.store.tables(snapshotTables)
  let done = 0
  for (const table of [rawPayloads, sections]) {
    for (const seq of await ctx.store.read((db) => dueIn(db, table, nowOf(ctx)))) {
      const plan = await ctx.store.read((db) => planRebase(db, table, seq))
      const changes = await encode(plan)
      await ctx.store.write((tx) => apply(tx, table, seq, changes, nowOf(ctx)))
      done++
    }
  }
  return done
}

/** Rows of the two tables are alike in the columns that are used here. */
const likeRaw = (table: ContentTable) => table as ReturnType<typeof snapshotTables>['rawPayloads']

async function dueIn(db: Db, of: ContentTable, now: string): Promise<number[]> {
  const table = likeRaw(of)
  const rows = await db
    .select({ seq: table.seq })
    .from(table)
    .where(and(isNotNull(table.rebaseAt), lte(table.rebaseAt, now)))
    .orderBy(asc(table.rebaseAt))
    .limit(dictionariesPerTurn)
  return rows.map(({ seq }) => seq)
}

type Plan = { goneSeq: number; dependents: StoredContent[]; contents: StoredContents }

async function planRebase(db: Db, of: ContentTable, goneSeq: number): Promise<Plan> {
  const table = likeRaw(of)
  const dependents = await db
    .select()
    .from(table)
    .where(eq(table.dictionarySeq, goneSeq))
    .orderBy(asc(table.place), asc(table.seq))
    .limit(dependentsMax)
  const seqs = dependents.map(({ seq }) => seq)
  return { goneSeq, dependents, contents: await loadContents(db, table, seqs) }
}

type Change = { seq: number; content: Buffer; dictionarySeq: number | null; place: number }

/** The dictionary of what is gone takes its place, or the first of those that had it, which is whole then. */
async function encode({ goneSeq, dependents, contents }: Plan): Promise<Change[]> {
  const unpacked = await unpackInThread(contents)
  const [first] = dependents
  const heir = contents.get(goneSeq)?.dictionarySeq ?? first?.seq
  const dictionary = unpacked.get(heir ?? Number.NaN)
  const changes: Change[] = []
  for (const { seq, place } of dependents) {
    const content = unpacked.get(seq)
    if (!content || !dictionary || heir === undefined) continue
    const isWhole = seq === heir || !canBeDictionary(dictionary)
    changes.push(
      isWhole
        ? { seq, content: await compress(content), dictionarySeq: null, place: 0 }
        : { seq, content: await compressAgainst(dictionary, content), dictionarySeq: heir, place },
    )
  }
  return changes
}

/** Where it has come into use again it stays as it is. */
async function apply(tx: Tx, of: ContentTable, goneSeq: number, changes: readonly Change[], now: string) {
  const table = likeRaw(of)
  const kept = await tx
    .select({ seq: table.seq })
    .from(table)
    .where(and(eq(table.seq, goneSeq), isUsed(tx, of)))
  if (kept.length > 0) {
    await tx.update(table).set({ rebaseAt: null }).where(eq(table.seq, goneSeq))
    return
  }
  for (const { seq, ...change } of changes) {
    await tx
      .update(table)
      .set(change)
      .where(and(eq(table.seq, seq), eq(table.dictionarySeq, goneSeq)))
  }
  await release(tx, of, [goneSeq], now)
}

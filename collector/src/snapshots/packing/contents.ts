import { isNotNull, type SQL, sql } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { decompress, decompressInThread, type Frame, release } from '../sections/compress.ts'

type Tables = ReturnType<typeof snapshotTables>
/** A table that stores each content as its difference from another one, its dictionary. */
export type ContentTable = Tables['rawPayloads']

/** Both such tables, by the columns that they have in common. */
export function contentTables(db: Pick<Db, 'tables'>): Record<'sections' | 'rawPayloads', ContentTable> {
  const { sections, rawPayloads } = db.tables(snapshotTables)
  return { sections: sections as Tables['sections'] | ContentTable as ContentTable, rawPayloads }
}

export type StoredContent = Pick<
  ContentTable['$inferSelect'],
  'seq' | 'content' | 'size' | 'dictionarySeq' | 'place' | 'rebaseAt'
>
/** Contents by number, with everything needed to read them. Each comes after its dictionary. */
export type StoredContents = ReadonlyMap<number, StoredContent>

const columns = ['seq', 'content', 'size', 'dictionarySeq', 'place', 'rebaseAt'] as const

export async function loadContents(db: Db, table: ContentTable, seqs: readonly number[]): Promise<StoredContents> {
  if (seqs.length === 0) return new Map()
  const wanted = await db.rowsAmong(table, seqs, { key: 'seq', columns })
  const bySeq = new Map(wanted.map((row) => [row.seq, row]))
  // New contents have no dictionary.
  const dictionaries = [...new Set(wanted.flatMap(({ dictionarySeq }) => dictionarySeq ?? []))]
  const missing = dictionaries.filter((seq) => !bySeq.has(seq))
  for (const row of missing.length > 0 ? await chainsOf(db, table, missing) : []) bySeq.set(row.seq, row)
  const ordered = new Map<number, StoredContent>()
  const add = (seq: number | null) => {
    const row = seq === null || ordered.has(seq) ? undefined : bySeq.get(seq)
    if (!row) return
    add(row.dictionarySeq)
    ordered.set(row.seq, row)
  }
  for (const seq of seqs) add(seq)
  return ordered
}

/** Loads contents, their dictionaries, and the dictionaries of those. */
async function chainsOf(db: Db, table: ContentTable, seqs: readonly number[]): Promise<StoredContent[]> {
  const { seq, content, size, dictionarySeq, place, rebaseAt } = table
  return db.select({ seq, content, size, dictionarySeq, place, rebaseAt }).from(table).where(areNeededFor(table, seqs))
}

/** Returns the unpacked size of a content and all its dictionaries together, without loading them. */
export async function bytesToUnpack(db: Db, table: ContentTable, seq: number): Promise<number> {
  const rows = await db
    .select({ size: table.size })
    .from(table)
    .where(areNeededFor(table, [seq]))
  return rows.reduce((sum, { size }) => sum + size, 0)
}

function areNeededFor(table: ContentTable, seqs: readonly number[]): SQL {
  const { seq, dictionarySeq } = table
  return sql`${seq} in (
    with recursive needed(seq) as (
      select ${seq} from ${table} where ${among(seq, seqs)}
      union select ${dictionarySeq} from ${table} join needed on needed.seq = ${seq} where ${isNotNull(dictionarySeq)}
    ) select seq from needed)`
}

/** Unpacks the wanted contents, by number. */
export function unpack(contents: StoredContents, wanted: readonly number[]): Map<number, Buffer> {
  const unpacking = new Unpacking(contents, wanted)
  for (const row of contents.values()) unpacking.add(row, decompress(unpacking.frameOf(row)))
  return unpacking.unpacked
}

/** Unpacks contents that may be large, in a thread. Not to be awaited in a transaction. */
export async function unpackInThread(
  contents: StoredContents,
  wanted: readonly number[],
): Promise<Map<number, Buffer>> {
  const unpacking = new Unpacking(contents, wanted)
  for (const row of contents.values()) unpacking.add(row, await decompressInThread(unpacking.frameOf(row)))
  return unpacking.unpacked
}

/**
 * Holds a dictionary only until the last content that needs it is unpacked: a chain of large ones would take much
 * memory.
 */
class Unpacking {
  readonly unpacked = new Map<number, Buffer>()
  readonly #uses = new Map<number, number>()

  constructor(contents: StoredContents, wanted: readonly number[]) {
    for (const seq of wanted) this.#use(seq, 1)
    for (const { dictionarySeq } of contents.values()) if (dictionarySeq !== null) this.#use(dictionarySeq, 1)
  }

  frameOf({ seq, content, size, dictionarySeq }: StoredContent): Frame {
    if (dictionarySeq === null) return { content, size }
    const dictionary = this.unpacked.get(dictionarySeq)
    if (!dictionary) throw new Error(`content ${seq} is stored as a difference from ${dictionarySeq}, which is missing`)
    return { content, size, dictionary }
  }

  add({ seq, dictionarySeq }: StoredContent, content: Buffer): void {
    this.unpacked.set(seq, content)
    if (dictionarySeq === null || this.#use(dictionarySeq, -1) > 0) return
    const dictionary = this.unpacked.get(dictionarySeq)
    if (dictionary) release(dictionary)
    this.unpacked.delete(dictionarySeq)
  }

  #use(seq: number, change: 1 | -1): number {
    const uses = (this.#uses.get(seq) ?? 0) + change
    this.#uses.set(seq, uses)
    return uses
  }
}

/**
 * Detects a content that is neither in a chain nor a dictionary, such as a raw payload that was stored as a difference
 * from the start.
 */
export const isOutsideOfChains = ({ dictionarySeq, place }: StoredContent): boolean =>
  dictionarySeq !== null && place === 0

/** A content and its dictionaries, direct and indirect, beginning with the content itself. */
export function pathOf(contents: StoredContents, seq: number): StoredContent[] {
  const path: StoredContent[] = []
  for (let row = contents.get(seq); row; row = contents.get(row.dictionarySeq ?? Number.NaN)) path.push(row)
  return path
}

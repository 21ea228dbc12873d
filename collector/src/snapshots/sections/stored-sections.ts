import { setImmediate } from 'node:timers/promises'
import { joinVolatile } from '@rollcall/shared/inventory/volatile.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'
import { contentTables, loadContents, type StoredContents, unpack, unpackInThread } from '../packing/contents.ts'
import { release } from './compress.ts'

/**
 * Version of the schema of sections. A section stored under the current version is valid and need not be parsed again.
 * A test reports a change of the schema; then this number is raised, and older sections are parsed when they are read.
 */
export const sectionForm = 1

/** A section as it was observed. */
type ReadSection = { hash: string; content: unknown /** Valid by the schema of today. */; isCurrent: boolean }
/** Sections by number. */
export type ReadSections = ReadonlyMap<number, ReadSection>

type Head = { seq: number; hash: string; baseSeq: number | null; form: number }
/** Stored sections with everything needed to read them. */
type LoadedSections = { heads: readonly Head[]; contents: StoredContents }

/** Hashes of sections, by number. */
export async function hashesOfSections(db: Db, seqs: readonly number[]): Promise<Map<number, string>> {
  const { sections } = db.tables(snapshotTables)
  const rows = await db.rowsAmong(sections, seqs, { key: 'seq', columns: ['seq', 'hash'] })
  return new Map(rows.map(({ seq, hash }) => [seq, hash]))
}

export async function loadSections(db: Db, seqs: readonly number[]): Promise<LoadedSections> {
  if (seqs.length === 0) return { heads: [], contents: new Map() }
  const { sections } = db.tables(snapshotTables)
  const heads = await db.rowsAmong(sections, seqs, { key: 'seq', columns: ['seq', 'hash', 'baseSeq', 'form'] })
  return { heads, contents: await loadContents(db, contentTables(db).sections, partsOf(heads)) }
}

const partsOf = (heads: readonly Head[]): number[] => [
  ...new Set(heads.flatMap(({ seq, baseSeq }) => (baseSeq === null ? [seq] : [baseSeq, seq]))),
]

/** Observed sections, by number. */
export async function readSectionsBySeq(db: Db, seqs: readonly number[]): Promise<ReadSections> {
  const { heads, contents } = await loadSections(db, seqs)
  const parts = partsOf(heads)
  const texts = unpack(contents, parts)
  return sectionsFrom(heads, new Map(parts.map((seq) => [seq, parsed(texts, seq)])))
}

/** Sections up to this size take a millisecond to read. */
const smallBytesMax = 256 * 1024

/**
 * Reads loaded sections outside of a transaction. Large ones are decompressed in a thread and parsed part by part, so
 * that other work need not wait for the whole.
 */
export async function readLoaded(loaded: LoadedSections): Promise<ReadSections> {
  const texts = await unpackLoaded(loaded)
  const parts = new Map<number, unknown>()
  for (const seq of partsOf(loaded.heads)) {
    if (!isSmall(loaded)) await setImmediate()
    parts.set(seq, parsed(texts, seq))
  }
  return sectionsFrom(loaded.heads, parts)
}

/** A section without a base, as canonical JSON in UTF-8. */
export type SectionText = { json: Buffer; isCurrent: boolean }

/** Sections without bases, by number. */
export async function readTexts(loaded: LoadedSections): Promise<ReadonlyMap<number, SectionText>> {
  const texts = await unpackLoaded(loaded)
  return new Map(
    loaded.heads.map(({ seq, form }) => [seq, { json: textOf(texts, seq), isCurrent: form === sectionForm }]),
  )
}

function isSmall({ contents }: LoadedSections): boolean {
  return [...contents.values()].reduce((sum, { size }) => sum + size, 0) <= smallBytesMax
}

async function unpackLoaded(loaded: LoadedSections): Promise<ReadonlyMap<number, Buffer>> {
  const parts = partsOf(loaded.heads)
  return isSmall(loaded) ? unpack(loaded.contents, parts) : unpackInThread(loaded.contents, parts)
}

function parsed(texts: ReadonlyMap<number, Buffer>, seq: number): unknown {
  const text = textOf(texts, seq)
  const value: unknown = JSON.parse(text.toString())
  release(text)
  return value
}

function textOf(texts: ReadonlyMap<number, Buffer>, seq: number): Buffer {
  const text = texts.get(seq)
  if (!text) throw new Error(`section ${seq} is missing`)
  return text
}

const sectionsFrom = (heads: readonly Head[], parts: ReadonlyMap<number, unknown>): ReadSections =>
  new Map(
    heads.map(({ seq, hash, baseSeq, form }) => {
      const content = baseSeq === null ? parts.get(seq) : joinVolatile(parts.get(baseSeq), parts.get(seq))
      return [seq, { hash, content, isCurrent: form === sectionForm }]
    }),
  )

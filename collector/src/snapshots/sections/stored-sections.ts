import { setImmediate } from 'node:timers/promises'
import { joinVolatile } from '@rollcall/shared/inventory/volatile.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'
import { loadContents, type StoredContents, unpack, unpackInThread } from '../packing/contents.ts'
import { release } from './compress.ts'

/**
 * The form of the schema of sections: one that was stored by it is valid by it and need not be parsed again. A test
 * tells when the schema is another one; then it is raised, and what was stored before is parsed when it is read.
 */
export const sectionForm = 1

/** A section as it was observed. */
export type ReadSection = { hash: string; content: unknown /** Valid by the schema of today. */; isCurrent: boolean }
/** By their numbers. */
export type ReadSections = ReadonlyMap<number, ReadSection>

type Head = { seq: number; hash: string; baseSeq: number | null; form: number }
/** Sections as they are stored, with all that is needed to read them. */
export type LoadedSections = { heads: readonly Head[]; contents: StoredContents }

export async function loadSections(db: Db, seqs: readonly number[]): Promise<LoadedSections> {
  if (seqs.length === 0) return { heads: [], contents: new Map() }
  const { sections } = db.tables(snapshotTables)
  const heads = await db.rowsAmong(sections, seqs, { key: 'seq', columns: ['seq', 'hash', 'baseSeq', 'form'] })
  return { heads, contents: await loadContents(db, sections, partsOf(heads)) }
}

const partsOf = (heads: readonly Head[]): number[] => [
  ...new Set(heads.flatMap(({ seq, baseSeq }) => (baseSeq === null ? [seq] : [baseSeq, seq]))),
]

/** Sections by their numbers, as they were observed. */
export async function readSectionsBySeq(db: Db, seqs: readonly number[]): Promise<ReadSections> {
  const { heads, contents } = await loadSections(db, seqs)
  const parts = partsOf(heads)
  const texts = unpack(contents, parts)
  return sectionsFrom(heads, new Map(parts.map((seq) => [seq, parsed(texts, seq)])))
}

/** Up to this, it takes a millisecond to read. */
const smallBytesMax = 256 * 1024

/**
 * The same of what was loaded, outside of a transaction: what is large is decompressed in a thread and parsed part by
 * part, so that others need not wait for all of it.
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

/** A section that has no base, as canonical JSON in UTF-8. */
export type SectionText = { json: Buffer; isCurrent: boolean }

/** Sections without bases, by their numbers. */
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
  if (!text) throw new Error(`section ${seq} is not there`)
  return text
}

const sectionsFrom = (heads: readonly Head[], parts: ReadonlyMap<number, unknown>): ReadSections =>
  new Map(
    heads.map(({ seq, hash, baseSeq, form }) => {
      const content = baseSeq === null ? parts.get(seq) : joinVolatile(parts.get(baseSeq), parts.get(seq))
      return [seq, { hash, content, isCurrent: form === sectionForm }]
    }),
  )

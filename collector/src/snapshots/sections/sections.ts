import { hash as digest } from 'node:crypto'
import type { SnapshotData } from '@rollcall/shared/inventory/observation.ts'
import { softwareSchema } from '@rollcall/shared/inventory/software.ts'
import { joinVolatile, splitVolatile, volatileFields } from '@rollcall/shared/inventory/volatile.ts'
import { type Cache, findAll } from '../../lib/cache.ts'
import { MissingReference } from '../../store/errors.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { compress } from './compress.ts'
import { inOrder } from './list-order.ts'
import { readSectionsBySeq, sectionForm } from './stored-sections.ts'

export const sectionNames = ['hardware', 'software', 'network', 'customFields'] as const
export type SectionName = (typeof sectionNames)[number]

/**
 * A section in its stored form, found by the hash of its canonical JSON. Volatile values are stored apart from its
 * base, so that an observation in which only counters moved costs some bytes.
 */
export type Section = {
  hash: string
  json: string
  /** The JSON, already compressed. */
  packed?: Uint8Array
  base?: Section
}

/**
 * Writes JSON with the keys of every object in one order, so that equal data has equal text. The order comes from one
 * list of all keys, which JSON.stringify follows (ECMA-262, SerializeJSONObject) in a third of the time that sorted
 * copies would take.
 */
export function canonicalJson(value: unknown): string {
  const keys = keysIn(value)
  // Every object inherits this key, so a list of keys cannot be used for it.
  return keys.has('__proto__') ? JSON.stringify(sorted(value)) : JSON.stringify(value, [...keys].sort(byKey))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => byKey(a, b))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}

function keysIn(value: unknown, keys = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) keysIn(item, keys)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      keys.add(key)
      if (typeof item === 'object') keysIn(item, keys)
    }
  }
  return keys
}

/** Orders keys as an object does: array indexes first. */
function byKey(a: string, b: string): number {
  const [left, right] = [isIndex(a), isIndex(b)]
  if (left !== right) return left ? -1 : 1
  return left ? Number(a) - Number(b) : a < b ? -1 : 1
}

const isIndex = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1

/** The keys of `canonicalJson` for a list of software, the longest of all sections: all that its schema has. */
const softwareKeys = Object.keys(softwareSchema.shape).sort(byKey)

/** The observed sections of a snapshot. */
export function sectionsOf(observed: SnapshotData): Map<SectionName, Section> {
  const data = inOrder(observed)
  return new Map(
    sectionNames.flatMap((name) => (data[name] === undefined ? [] : [[name, sectionOf(name, data[name])] as const])),
  )
}

function sectionOf(name: SectionName, content: unknown): Section {
  if (name === 'software') return hashed(JSON.stringify(content, softwareKeys))
  if (name === 'customFields') return hashed(canonicalJson(content))
  const { stable, volatile } = splitVolatile(content, volatileFields[name])
  const base = hashed(canonicalJson(stable))
  if (volatile === undefined) return base
  const json = canonicalJson(volatile)
  return { hash: digest('sha256', `${base.hash}\n${json}`, 'hex'), json, base }
}

const hashed = (json: string): Section => ({ json, hash: digest('sha256', json, 'hex') })

/** Reference to a stored section by its hash, without the content. */
export type SectionReference = { hash: string }

const isWhole = (section: Section | SectionReference): section is Section => 'json' in section

/** Characters that it takes in memory and in its transaction. */
export const sizeOf = (section: Section | SectionReference): number =>
  isWhole(section) ? section.json.length + (section.base?.json.length ?? 0) : 0

/** Observed content of a section; undefined if only its hash is available. */
export function contentOf(section: Section | SectionReference): unknown {
  if (!isWhole(section)) return undefined
  const { json, base } = section
  return base ? joinVolatile(JSON.parse(base.json), JSON.parse(json)) : JSON.parse(json)
}

export type SectionRow = { hash: string; content: Uint8Array; size: number; baseHash: string | null }

/** Hashes of a section's own row and of its base. */
export const rowHashesOf = (section: Section | SectionReference): string[] =>
  isWhole(section) && section.base ? [section.base.hash, section.hash] : [section.hash]

/** Compresses the JSON of a section. Its base is left as it is. */
export const packSection = async (section: Section): Promise<Section> => ({
  ...section,
  packed: await compress(Buffer.from(section.json)),
})

/**
 * Rows of sections that are not stored yet, bases first. To be called before the transaction that inserts them.
 * Sections that are compressed already are probably new, so they are not searched for.
 */
export async function compressMissing(
  store: Store,
  all: readonly (Section | SectionReference)[],
  isStored: (hash: string) => boolean = () => false,
): Promise<SectionRow[]> {
  const sections = all.filter(isWhole)
  const bases = sections.flatMap(({ base }) => base ?? [])
  const unique = new Map([...bases, ...sections].map((section) => [section.hash, section]))
  const unknown = [...unique.values()].filter(({ hash }) => !isStored(hash))
  const wanted = unknown.flatMap(({ hash, packed }) => (packed ? [] : [hash]))
  const stored = wanted.length > 0 ? await store.read((db) => seqsOfSections(db, wanted)) : new Map()
  const missing = unknown.filter(({ hash }) => !stored.has(hash))
  return Promise.all(
    missing.map(async ({ hash, json, packed, base }) => {
      const content = packed ?? (await compress(Buffer.from(json)))
      return { hash, content, size: Buffer.byteLength(json), baseHash: base?.hash ?? null }
    }),
  )
}

/** Numbers of sections by hash. Sections that are not stored are not in the map. */
export async function seqsOfSections(
  db: Db,
  hashes: readonly string[],
  cache?: Cache<number>,
): Promise<Map<string, number>> {
  const { sections } = db.tables(snapshotTables)
  return findAll(hashes, cache, async (missing) => {
    const rows = await db.rowsAmong(sections, missing, { key: 'hash', columns: ['hash', 'seq'] })
    return rows.map(({ hash, seq }) => [hash, seq] as const)
  })
}

/** Inserts sections. Their bases are among them or stored: a MissingReference reports that one was deleted since. */
export async function insertSections(tx: Tx, rows: readonly SectionRow[], cache?: Cache<number>): Promise<void> {
  const { sections } = tx.tables(snapshotTables)
  const insert = (some: readonly SectionRow[], bases: ReadonlyMap<string, number>) =>
    tx.upsertRows(
      sections,
      some.map(({ baseHash, ...row }) => ({ ...row, form: sectionForm, baseSeq: baseSeqOf(baseHash, bases) })),
      { target: ['hash'], set: [] },
    )
  const based = rows.filter(({ baseHash }) => baseHash !== null)
  await insert(
    rows.filter(({ baseHash }) => baseHash === null),
    new Map(),
  )
  if (based.length === 0) return
  const bases = await seqsOfSections(tx, [...new Set(based.flatMap(({ baseHash }) => baseHash ?? []))], cache)
  await insert(based, bases)
}

function baseSeqOf(hash: string | null, bases: ReadonlyMap<string, number>): number | null {
  if (hash === null) return null
  const seq = bases.get(hash)
  if (seq === undefined) throw new MissingReference(`the base ${hash} of a section is missing`)
  return seq
}

/** Observed sections by hash. */
export async function readSections(db: Db, hashes: readonly string[]): Promise<Map<string, unknown>> {
  if (hashes.length === 0) return new Map()
  const found = await readSectionsBySeq(db, [...(await seqsOfSections(db, hashes)).values()])
  return new Map([...found.values()].map(({ hash, content }) => [hash, content]))
}

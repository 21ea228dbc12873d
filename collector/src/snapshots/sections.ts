import { hash as digest } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import type { SnapshotData } from '@rollcall/shared/inventory/observation.ts'
import { joinVolatile, splitVolatile, volatileFields } from '@rollcall/shared/inventory/volatile.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { among, insertChunks } from '../store/sql.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { compress } from './compress.ts'

export const sectionNames = ['hardware', 'software', 'network', 'customFields'] as const
export type SectionName = (typeof sectionNames)[number]

/**
 * A section as it is stored: found by the hash of its canonical JSON. What is volatile in it is kept apart from its
 * base, so that a look at which only counters have moved costs some bytes.
 */
export type Section = { hash: string; json: string; base?: Section }

/** JSON with the keys of every object in one order, so that equal data has equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]))
}

/** The sections of a snapshot that were looked at. */
export function sectionsOf(data: SnapshotData): Map<SectionName, Section> {
  return new Map(
    sectionNames.flatMap((name) => (data[name] === undefined ? [] : [[name, sectionOf(name, data[name])] as const])),
  )
}

function sectionOf(name: SectionName, content: unknown): Section {
  if (name !== 'hardware' && name !== 'network') return hashed(canonicalJson(content))
  const { stable, volatile } = splitVolatile(content, volatileFields[name])
  const base = hashed(canonicalJson(stable))
  if (volatile === undefined) return base
  const json = canonicalJson(volatile)
  return { hash: digest('sha256', `${base.hash}\n${json}`, 'hex'), json, base }
}

const hashed = (json: string): Section => ({ json, hash: digest('sha256', json, 'hex') })

/** Characters that it takes in memory and in its transaction. */
export const sizeOf = ({ json, base }: Section): number => json.length + (base?.json.length ?? 0)

export type SectionRow = { hash: string; content: Uint8Array; size: number; baseHash: string | null }

/** A section's own row and that of its base. */
export const rowHashesOf = ({ hash, base }: Section): string[] => (base ? [base.hash, hash] : [hash])

/** The rows of those sections that are not stored yet, bases first; to be called before the transaction that inserts them. */
export async function compressMissing(store: Store, sections: readonly Section[]): Promise<SectionRow[]> {
  const bases = sections.flatMap(({ base }) => base ?? [])
  const unique = new Map([...bases, ...sections].map((section) => [section.hash, section]))
  const stored = await store.read((db) => storedHashes(db, [...unique.keys()]))
  const missing = [...unique.values()].filter(({ hash }) => !stored.has(hash))
  return Promise.all(
    missing.map(async ({ hash, json, base }) => {
      const bytes = Buffer.from(json)
      return { hash, content: await compress(bytes), size: bytes.length, baseHash: base?.hash ?? null }
    }),
  )
}

async function storedHashes(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const { sections } = db.tables(snapshotTables)
  const rows = await db.select({ hash: sections.hash }).from(sections).where(among(sections.hash, hashes))
  return new Set(rows.map(({ hash }) => hash))
}

export async function insertSections(tx: Tx, rows: readonly SectionRow[]): Promise<void> {
  const { sections } = tx.tables(snapshotTables)
  for (const chunk of insertChunks(sections, rows)) await tx.insert(sections).values(chunk).onConflictDoNothing()
}

/** Sections by their hashes, as they were observed. */
export async function readSections(db: Db, hashes: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await readRows(db, hashes)
  const bases = new Map(
    (await readRows(db, [...new Set(rows.flatMap(({ baseHash }) => baseHash ?? []))])).map((row) => [row.hash, row]),
  )
  return new Map(
    rows.map((row) => {
      const base = bases.get(row.baseHash ?? '')
      return [row.hash, base ? joinVolatile(unpack(base), unpack(row)) : unpack(row)]
    }),
  )
}

async function readRows(db: Db, hashes: readonly string[]): Promise<SectionRow[]> {
  const { sections } = db.tables(snapshotTables)
  return hashes.length === 0 ? [] : db.select().from(sections).where(among(sections.hash, hashes))
}

const unpack = ({ content, size }: SectionRow): unknown =>
  JSON.parse(zstdDecompressSync(content, { maxOutputLength: Math.max(1, size) }).toString())

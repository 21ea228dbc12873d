import { hash as digest } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import type { SnapshotData } from '@rollcall/shared/inventory/observation.ts'
import { snapshotTables } from '../store/schema/snapshots.ts'
import { among, insertChunks } from '../store/sql.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { compress } from './compress.ts'

export const sectionNames = ['hardware', 'software', 'network', 'customFields'] as const
export type SectionName = (typeof sectionNames)[number]

/** A section as it is stored: found by the hash of its canonical JSON. */
export type Section = { hash: string; json: string }

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
    sectionNames.flatMap((name) => {
      if (data[name] === undefined) return []
      const json = canonicalJson(data[name])
      return [[name, { json, hash: digest('sha256', json, 'hex') }] as const]
    }),
  )
}

export type SectionRow = { hash: string; content: Uint8Array; size: number }

/** The rows of those sections that are not stored yet; to be called before the transaction that inserts them. */
export async function compressMissing(store: Store, sections: readonly Section[]): Promise<SectionRow[]> {
  const unique = new Map(sections.map((section) => [section.hash, section]))
  const stored = await store.read((db) => storedHashes(db, [...unique.keys()]))
  const missing = [...unique.values()].filter(({ hash }) => !stored.has(hash))
  return Promise.all(
    missing.map(async ({ hash, json }) => {
      const bytes = Buffer.from(json)
      return { hash, content: await compress(bytes), size: bytes.length }
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
  const { sections } = db.tables(snapshotTables)
  if (hashes.length === 0) return new Map()
  const rows = await db.select().from(sections).where(among(sections.hash, hashes))
  return new Map(rows.map((row) => [row.hash, unpack(row)]))
}

const unpack = ({ content, size }: SectionRow): unknown =>
  JSON.parse(zstdDecompressSync(content, { maxOutputLength: Math.max(1, size) }).toString())

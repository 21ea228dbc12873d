import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { snapshotDataSchema } from '@rollcall/shared/inventory/observation.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { type SectionName, sectionNames } from '../sections/sections.ts'
import { type ReadSections, readSectionsBySeq } from '../sections/stored-sections.ts'

/** Numbers of a snapshot's sections; null for one that was not read. */
export type SectionSeqs = Record<SectionName, number | null>

/** Numbers of no section. */
export const noSections: SectionSeqs = { hardware: null, software: null, network: null, customFields: null }

/** Columns of a snapshot's row that refer to its sections. */
export const sectionColumns = (db: Db) => {
  const { snapshots } = db.tables(snapshotTables)
  return {
    hardware: snapshots.hardwareSeq,
    software: snapshots.softwareSeq,
    network: snapshots.networkSeq,
    customFields: snapshots.customFieldsSeq,
  }
}

/** The four sections of a snapshot. One that was not read is empty. */
export async function readData(db: Db, seqs: SectionSeqs): Promise<SnapshotContent> {
  return dataOf(seqs, await readSectionsBySeq(db, seqsIn(seqs)))
}

export const seqsIn = (seqs: SectionSeqs): number[] => sectionNames.flatMap((name) => seqs[name] ?? [])

/**
 * Data of a snapshot. Sections stored under an earlier form of the schema are parsed by today's; others are valid as
 * they are.
 */
export function dataOf(seqs: SectionSeqs, sections: ReadSections): SnapshotContent {
  const found = sectionNames.flatMap((name) => {
    const section = sections.get(seqs[name] ?? Number.NaN)
    return section ? [[name, section] as const] : []
  })
  const stored: unknown = Object.fromEntries(found.map(([name, { content }]) => [name, content]))
  const isCurrent = found.every(([, section]) => section.isCurrent)
  const data = isCurrent ? (stored as Partial<SnapshotContent>) : snapshotDataSchema.parse(stored)
  return {
    hardware: data.hardware ?? {},
    software: data.software ?? [],
    network: data.network ?? {},
    customFields: data.customFields ?? {},
  }
}

/** Reads each section from the snapshot that has it. A section without a snapshot is empty. */
export async function readSectionsOf(
  db: Db,
  origins: { [Name in SectionName]?: { snapshotId: string } | undefined },
): Promise<SnapshotContent> {
  const { snapshots } = db.tables(snapshotTables)
  const ids = new Set(sectionNames.flatMap((name) => origins[name]?.snapshotId ?? []))
  const rows = await db
    .select({ id: snapshots.id, ...sectionColumns(db) })
    .from(snapshots)
    .where(among(snapshots.id, [...ids]))
  const byId = new Map(rows.map(({ id, ...seqs }) => [id, seqs]))
  const seqOf = (name: SectionName) => byId.get(origins[name]?.snapshotId ?? '')?.[name] ?? null
  return readData(db, {
    hardware: seqOf('hardware'),
    software: seqOf('software'),
    network: seqOf('network'),
    customFields: seqOf('customFields'),
  })
}

/** Software of these snapshots, by snapshot. One without a software section is not in the map. */
export async function softwareOfSnapshots(db: Db, snapshotIds: readonly string[]): Promise<Map<string, Software[]>> {
  const { snapshots } = db.tables(snapshotTables)
  const rows = await db
    .select({ id: snapshots.id, seq: snapshots.softwareSeq })
    .from(snapshots)
    .where(among(snapshots.id, snapshotIds))
  const sections = await readSectionsBySeq(db, [...new Set(rows.flatMap(({ seq }) => seq ?? []))])
  const softwareOf = (seq: number) => dataOf({ ...noSections, software: seq }, sections).software
  return new Map(rows.flatMap(({ id, seq }) => (seq === null ? [] : [[id, softwareOf(seq)]])))
}

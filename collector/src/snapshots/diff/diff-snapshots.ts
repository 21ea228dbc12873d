import type { DiffItem, SectionDiff, SnapshotContent, SnapshotDiff } from '@rollcall/shared/api/snapshot.ts'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { Context } from '../../lib/context.ts'
import { diffHardware, diffNetwork } from '../../matching/diff-sections.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'
import { ofSite, snapshotNotFound } from '../read/list-snapshots.ts'
import { dataOf, type SectionSeqs, sectionColumns } from '../read/snapshot-data.ts'
import { release } from '../sections/compress.ts'
import type { SectionName } from '../sections/sections.ts'
import { loadSections, readLoaded, readTexts, type SectionText } from '../sections/stored-sections.ts'
import { diffSoftwareSections } from './diff-software-sections.ts'

/** An entry of any of the diffs: its place, and the values before and after. */
type Line = { from: string | null; to: string | null }

/** Compares any two snapshots of the site, in both directions. */
export async function diffSnapshots(ctx: Context, id: string, otherId: string): Promise<SnapshotDiff> {
  const { before, after, loaded, software } = await ctx.store.read(async (db) => {
    const before = await requireSections(db, ctx.siteId, id)
    const after = await requireSections(db, ctx.siteId, otherId)
    // Common sections are not even read.
    const seqsOf = (name: SectionName) => (areOther(before, after, name) ? [before[name], after[name]] : [])
    const load = (names: readonly SectionName[]) =>
      loadSections(db, [...new Set(names.flatMap(seqsOf).filter((seq) => seq !== null))])
    return { before, after, loaded: await load(parsedWhole), software: await load(['software']) }
  })
  const sections = await readLoaded(loaded)
  const [from, to] = [dataOf(before, sections), dataOf(after, sections)]
  const section = (name: SectionName, items: () => DiffItem[]): SectionDiff => ({
    compared: before[name] !== null && after[name] !== null,
    ...sorted(areOther(before, after, name) ? items() : []),
  })
  const changes = await softwareChanges(await readTexts(software), before.software, after.software)
  return {
    id,
    otherId,
    hardware: section('hardware', () => diffHardware(from.hardware as Hardware, to.hardware as Hardware).map(byField)),
    software: section('software', () => changes.map(({ name, ...line }) => item(name, line))),
    network: section('network', () => diffNetwork(from.network as Network, to.network as Network).map(byField)),
    customFields: section('customFields', () => diffCustomFields(from.customFields, to.customFields)),
  }
}

/** All sections except software, which can be long. */
const parsedWhole = ['hardware', 'network', 'customFields'] as const satisfies SectionName[]

/** Both snapshots have the section, with different contents. */
const areOther = (before: SectionSeqs, after: SectionSeqs, name: SectionName) =>
  before[name] !== null && after[name] !== null && before[name] !== after[name]

async function softwareChanges(
  texts: ReadonlyMap<number, SectionText>,
  before: number | null,
  after: number | null,
): Promise<SoftwareChange[]> {
  const [from, to] = [texts.get(before ?? Number.NaN), texts.get(after ?? Number.NaN)]
  if (!from || !to) return []
  const changes = await diffSoftwareSections(from, to)
  for (const { json } of [from, to]) release(json)
  return changes
}

async function requireSections(db: Db, siteId: string, id: string): Promise<SectionSeqs> {
  const { snapshots } = db.tables(snapshotTables)
  const [seqs] = await db
    .select(sectionColumns(db))
    .from(snapshots)
    .where(ofSite(db, siteId, id))
  if (!seqs) throw snapshotNotFound()
  return seqs
}

const item = (path: string, { from, to }: Line): DiffItem => ({ path, from, to })
const byField = ({ field, ...line }: Line & { field: string }) => item(field, line)

function sorted(items: readonly DiffItem[]) {
  return {
    added: items.filter(({ from }) => from === null),
    removed: items.filter(({ to }) => to === null),
    changed: items.filter(({ from, to }) => from !== null && to !== null),
  }
}

type CustomFields = SnapshotContent['customFields']

function diffCustomFields(before: CustomFields, after: CustomFields): DiffItem[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const textOf = (fields: CustomFields, key: string) => (Object.hasOwn(fields, key) ? String(fields[key]) : null)
  return keys
    .map((key) => item(key, { from: textOf(before, key), to: textOf(after, key) }))
    .filter(({ from, to }) => from !== to)
}

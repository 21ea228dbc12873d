import type { List } from '@rollcall/shared/api/common.ts'
import type { Snapshot, SnapshotListItem, SnapshotQuery, SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, desc, eq, gte, lte, type SQL } from 'drizzle-orm'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Db } from '../../store/store.ts'
import { loadContents, unpackInThread } from '../packing/contents.ts'
import { sectionNames } from '../sections/sections.ts'
import { loadSections, readLoaded } from '../sections/stored-sections.ts'
import { isOfSite } from '../write/insert-snapshots.ts'
import { selectWithFacts } from './facts-of-snapshots.ts'
import { dataOf, readData, type SectionSeqs, sectionColumns, seqsIn } from './snapshot-data.ts'

/** A device's snapshots, newest auditDate first, then by id. */
export async function listSnapshots(
  ctx: Context,
  deviceId: string,
  query: SnapshotQuery,
): Promise<List<SnapshotListItem>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { snapshots, snapshotFacts } = db.tables(snapshotTables)
    const where = and(
      eq(snapshots.deviceId, device.id),
      query.from === undefined ? undefined : gte(snapshots.auditDate, query.from),
      query.to === undefined ? undefined : lte(snapshots.auditDate, query.to),
      query.source === undefined ? undefined : eq(snapshots.source, query.source),
    )
    const rows = selectWithFacts(db, {
      id: snapshots.id,
      deviceId: snapshots.deviceId,
      auditDate: snapshots.auditDate,
      source: snapshots.source,
      scheduleId: snapshotFacts.scheduleId,
      auditServiceId: snapshotFacts.auditServiceId,
      agentId: snapshotFacts.agentId,
    })
      .where(where)
      .orderBy(desc(snapshots.auditDate), desc(snapshots.id))
    return readPage(rows, db.$count(snapshots, where), query)
  })
}

/** A snapshot with its data, as in a download or an offloaded copy. */
export async function getSnapshot(ctx: Pick<Context, 'store' | 'siteId'>, id: string): Promise<Snapshot> {
  const { sections, loaded, ...snapshot } = await ctx.store.read(async (db) => {
    const row = await requireRow(db, ctx.siteId, id)
    return { ...row, loaded: await loadSections(db, seqsIn(row.sections)) }
  })
  return { ...snapshot, data: dataOf(sections, await readLoaded(loaded)), notRead: notReadIn(sections) }
}

export async function readSnapshot(db: Db, siteId: string, id: string): Promise<Snapshot> {
  const { sections, ...snapshot } = await requireRow(db, siteId, id)
  return { ...snapshot, data: await readData(db, sections), notRead: notReadIn(sections) }
}

const notReadIn = (seqs: SectionSeqs): Snapshot['notRead'] => sectionNames.filter((name) => seqs[name] === null)

async function requireRow(db: Db, siteId: string, id: string) {
  const { snapshots } = db.tables(snapshotTables)
  const [row] = await db
    .select({
      id: snapshots.id,
      deviceId: snapshots.deviceId,
      auditDate: snapshots.auditDate,
      source: snapshots.source,
      sections: sectionColumns(db),
    })
    .from(snapshots)
    .where(ofSite(db, siteId, id))
  if (!row) throw snapshotNotFound()
  return row
}

/** Report of a snapshot: its evidence, the outcome of each probe, and truncated values. */
export async function readReport(ctx: Context, id: string): Promise<SnapshotReport> {
  const [row] = await ctx.store.read((db) => {
    const { snapshots, snapshotFacts } = db.tables(snapshotTables)
    return selectWithFacts(db, {
      id: snapshots.id,
      deviceId: snapshots.deviceId,
      auditDate: snapshots.auditDate,
      source: snapshots.source,
      depth: snapshots.depth,
      report: snapshotFacts.report,
    }).where(ofSite(db, ctx.siteId, id))
  })
  if (!row) throw snapshotNotFound()
  const {
    report: { incomplete: _, earlier: __, ...report },
    ...snapshot
  } = row
  return { ...snapshot, ...report, dnsName: report.dnsName ?? null }
}

/** The payload as the origin sent it, byte for byte. */
export async function rawSnapshot(ctx: Context, id: string): Promise<Uint8Array> {
  const { seq, contents } = await ctx.store.read(async (db) => {
    const { snapshots, rawPayloads } = db.tables(snapshotTables)
    const [row] = await db
      .select({ seq: snapshots.seq })
      .from(snapshots)
      .where(ofSite(db, ctx.siteId, id))
    if (!row) throw snapshotNotFound()
    return { ...row, contents: await loadContents(db, rawPayloads, [row.seq]) }
  })
  const payload = (await unpackInThread(contents, [seq])).get(seq)
  if (!payload) throw new DomainError('no_raw_payload', 'No raw payload was stored for this snapshot.')
  return payload
}

/** The site's snapshot of this id, whatever notation the text has. */
export function ofSite(db: Db, siteId: string, id: string): SQL | undefined {
  const { snapshots } = db.tables(snapshotTables)
  return and(eq(snapshots.id, id.toLowerCase()), isOfSite(db, siteId))
}

export const snapshotNotFound = () => new DomainError('not_found', 'No snapshot has this id on this site.')

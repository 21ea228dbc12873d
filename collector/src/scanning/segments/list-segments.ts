import type { List } from '@rollcall/shared/api/common.ts'
import type { ScheduleKind } from '@rollcall/shared/api/schedule.ts'
import type { Segment, SegmentListItem, SegmentQuery } from '@rollcall/shared/api/segment.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { countDevicesBySegment } from '../../device-records/listed-devices.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { lastScanOf, resultsOf } from '../tasks/last-scan.ts'

/** Lists the segments of the site, by name, then id. */
export async function listSegments(ctx: Context, query: SegmentQuery): Promise<List<SegmentListItem>> {
  return ctx.store.read(async (db) => {
    const { segments } = db.tables(segmentTables)
    const where = and(
      eq(segments.siteId, ctx.siteId),
      query.type && eq(segments.type, query.type),
      query.auditServiceId ? eq(segments.auditServiceId, query.auditServiceId) : undefined,
    )
    const { id, name, type, auditServiceId, autoTagId, lastScan, addresses, directory, cloud } = segments
    const { scanScheduleId, auditScheduleId, credentialIds } = segments
    const used = { auditServiceId, autoTagId, scanScheduleId, auditScheduleId, credentialIds }
    // A segment may have ten thousand addresses.
    const range = (at: number) => sql<string | null>`${addresses} ->> ${sql.raw(String(at))}`
    const ranges = {
      ...{ first: range(0), second: range(1), third: range(2) },
      total: sql`json_array_length(${addresses})`.mapWith(Number),
    }
    const source = sql<
      string | null
    >`coalesce(${directory} ->> 'url', ${cloud} ->> 'account', ${cloud} ->> 'subscription', ${cloud} ->> 'project')`
    const rows = db
      .select({ id, name, type, ...used, ranges, source, lastScan, scanId: lastScanOf(db, id).scanId })
      .from(segments)
      .where(where)
      .orderBy(asc(segments.nameKey), asc(segments.id))
    const { items, total } = await readPage(rows, db.$count(segments, where), query)
    const counts = await countDevicesBySegment(
      db,
      items.map(({ id }) => id),
    )
    const results = await resultsOf(
      db,
      items.flatMap(({ scanId }) => scanId ?? []),
    )
    return {
      items: items.map(({ scanId, ranges: { total: rangesTotal, ...shown }, ...item }) => ({
        ...item,
        ranges: { first: Object.values(shown).filter((each) => each !== null), total: rangesTotal },
        deviceCount: counts.get(item.id) ?? 0,
        lastResult: results.get(scanId ?? '') ?? null,
      })),
      total,
    }
  })
}

/** Returns the whole configuration of a segment. */
export async function getSegment(ctx: Context, id: string): Promise<Segment> {
  return ctx.store.read((db) => requireSegment(db, ctx.siteId, id))
}

/** Returns a segment of the site; throws `not_found` if there is none. */
export async function requireSegment(db: Db, siteId: string, id: string): Promise<Segment> {
  const segment = await findSegment(db, siteId, id)
  if (!segment) throw new DomainError('not_found', 'No segment has this id on this site.')
  return segment
}

export async function findSegment(db: Db, siteId: string, id: string): Promise<Segment | undefined> {
  const { segments } = db.tables(segmentTables)
  const [row] = await db
    .select()
    .from(segments)
    .where(and(eq(segments.id, id), eq(segments.siteId, siteId)))
  return row && segmentOf(row)
}

/** Lists the names of the segments that use a credential, in order. */
export async function segmentsUsing(db: Db, siteId: string, credentialId: string): Promise<string[]> {
  const { segments } = db.tables(segmentTables)
  const rows = await db
    .select({ name: segments.name, credentialIds: segments.credentialIds })
    .from(segments)
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(segments.nameKey))
  return rows.filter(({ credentialIds }) => credentialIds.includes(credentialId)).map(({ name }) => name)
}

/** Lists the segments of a site whose scans or audits a schedule starts. */
export async function segmentsOnSchedule(
  db: Db,
  siteId: string,
  kind: ScheduleKind,
  scheduleId: string,
): Promise<Segment[]> {
  const { segments } = db.tables(segmentTables)
  const rows = await db
    .select()
    .from(segments)
    .where(and(eq(segments.siteId, siteId), eq(segments[`${kind}ScheduleId`], scheduleId)))
    .orderBy(asc(segments.nameKey))
  return rows.map(segmentOf)
}

/** Converts a row to the API form. */
export function segmentOf(row: ReturnType<typeof segmentTables>['segments']['$inferSelect']): Segment {
  const { siteId: _, nameKey: __, createdAt: ___, lastScan: ____, ...segment } = row
  return segment
}

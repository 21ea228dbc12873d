import type { List } from '@rollcall/shared/api/common.ts'
import type { Segment, SegmentListItem, SegmentQuery } from '@rollcall/shared/api/segment.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, count, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { countDevicesBySegment } from '../devices/count-by-segment.ts'
import { segmentTables } from '../store/schema/segments.ts'

/** The segments of the site, by name, then id. */
export async function listSegments(ctx: Context, query: SegmentQuery): Promise<List<SegmentListItem>> {
  return ctx.store.read(async (db) => {
    const { segments } = db.tables(segmentTables)
    const where = and(
      eq(segments.siteId, ctx.siteId),
      query.type && eq(segments.type, query.type),
      query.auditServiceId ? eq(segments.auditServiceId, query.auditServiceId) : undefined,
    )
    const [total] = await db.select({ n: count() }).from(segments).where(where)
    const rows = await db
      .select()
      .from(segments)
      .where(where)
      .orderBy(asc(segments.nameKey), asc(segments.id))
      .limit(query.limit)
      .offset(query.offset)
    const counts = await countDevicesBySegment(
      db,
      rows.map((row) => row.id),
    )
    const items = rows.map((row) => ({
      id: row.id,
      name: row.name,
      type: row.type,
      auditServiceId: row.auditServiceId,
      autoTagId: row.autoTagId,
      deviceCount: counts.get(row.id) ?? 0,
      lastScan: row.lastScan,
    }))
    return { items, total: total?.n ?? 0 }
  })
}

/** One segment's whole configuration. */
export async function getSegment(ctx: Context, id: string): Promise<Segment> {
  const [row] = await ctx.store.read((db) => {
    const { segments } = db.tables(segmentTables)
    return db
      .select()
      .from(segments)
      .where(and(eq(segments.id, id), eq(segments.siteId, ctx.siteId)))
  })
  if (!row) throw new DomainError('not_found', 'No segment has this id on this site.')
  const { siteId: _, nameKey: __, createdAt: ___, lastScan: ____, ...segment } = row
  return segment
}

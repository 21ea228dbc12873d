import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { and, asc, eq, gt, inArray, lt, lte } from 'drizzle-orm'
import { endOfTime } from '../../snapshots/read/as-of.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Updates the periods of devices' tags after tags came or went. Returns the new ones. */
export async function syncTagSpans(
  tx: Tx,
  siteId: string,
  deviceIds: readonly string[],
  now: string,
): Promise<{ deviceId: string; name: string }[]> {
  if (deviceIds.length === 0) return []
  const { deviceTagSpans: spans } = tx.tables(deviceHistoryTables)
  const { deviceTags, tags } = tx.tables(deviceTables)
  const attached = await tx
    .select({ deviceId: deviceTags.deviceId, tagId: tags.id, name: tags.name, nameKey: tags.nameKey })
    .from(deviceTags)
    .innerJoin(tags, eq(tags.id, deviceTags.tagId))
    .where(among(deviceTags.deviceId, deviceIds))
  const open = await tx
    .select({ deviceId: spans.deviceId, tagId: spans.tagId })
    .from(spans)
    .where(and(among(spans.deviceId, deviceIds), eq(spans.until, endOfTime)))
  const has = new Set(attached.map(keyOf))
  const had = new Set(open.map(keyOf))
  for (const { deviceId, tagId } of open.filter((span) => !has.has(keyOf(span)))) {
    await closeSpans(tx, and(eq(spans.deviceId, deviceId), eq(spans.tagId, tagId)), now)
  }
  const begun = attached.filter((span) => !had.has(keyOf(span)))
  await tx.upsertRows(
    spans,
    begun.map((span) => ({ ...span, siteId, from: now, until: endOfTime })),
    { target: ['deviceId', 'tagId', 'from'], set: ['until'] },
  )
  return begun
}

const keyOf = ({ deviceId, tagId }: { deviceId: string; tagId: string }) => `${deviceId} ${tagId}`

/** Ends or renames the periods of a tag that is deleted or renamed. */
export async function updateTagSpans(
  tx: Tx,
  siteId: string,
  tag: { id: string; name?: string },
  now: string,
): Promise<void> {
  const { deviceTagSpans: spans } = tx.tables(deviceHistoryTables)
  const open = and(eq(spans.tagId, tag.id), eq(spans.until, endOfTime))
  const having = await tx.select({ deviceId: spans.deviceId }).from(spans).where(open)
  await closeSpans(tx, eq(spans.tagId, tag.id), now)
  const { id: tagId, name } = tag
  if (name === undefined) return
  const called = { tagId, siteId, name, nameKey: name.toLowerCase(), from: now, until: endOfTime }
  await tx.insertRows(
    spans,
    having.map(({ deviceId }) => ({ deviceId, ...called })),
  )
}

/** A period that began in this very instant is removed. */
async function closeSpans(tx: Tx, where: ReturnType<typeof and>, now: string): Promise<void> {
  const { deviceTagSpans: spans } = tx.tables(deviceHistoryTables)
  const open = and(where, eq(spans.until, endOfTime))
  await tx
    .update(spans)
    .set({ until: now })
    .where(and(open, lt(spans.from, now)))
  await tx.delete(spans).where(open)
}

/** Tags of each of these devices at a time, with their names of that time, by name, then id. */
export async function tagsAt(
  db: Db,
  deviceIds: readonly string[],
  at: string,
): Promise<Map<string, DeviceListItem['tags']>> {
  const { deviceTagSpans: spans } = db.tables(deviceHistoryTables)
  const { deviceId, tagId: id, name } = spans
  const rows = await db
    .select({ deviceId, id, name })
    .from(spans)
    .where(and(inArray(deviceId, [...deviceIds]), lte(spans.from, at), gt(spans.until, at)))
    .orderBy(asc(spans.nameKey), asc(id))
  const byDevice = Map.groupBy(rows, (row) => row.deviceId)
  return new Map([...byDevice].map(([each, tags]) => [each, tags.map((tag) => ({ id: tag.id, name: tag.name }))]))
}

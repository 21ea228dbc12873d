import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem, DeviceQuery } from '@rollcall/shared/api/device.ts'
import { invalidFields } from '@rollcall/shared/errors.ts'
import { and, eq, gt, inArray, lte, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { newestAuditUntil } from '../../snapshots/read/fields-of-audit.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among, chunks, contains } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { tagsAt } from '../tags/tag-spans.ts'
import { rewriteSite } from '../versions/rewrite-versions.ts'
import { searchWords } from './search-text.ts'
import { orderBy } from './sort-order.ts'

type PastQuery = DeviceQuery & { asOf: string }

/**
 * Devices that a list would have shown at a time, as it would have shown them. The times of the observations decide, so
 * a late one counts from when it was made. Includes devices deleted since. Reads all of them.
 */
export async function listDevicesAsOf(ctx: Context, query: PastQuery): Promise<List<DeviceListItem>> {
  refuseUnknownThen(query)
  await rewriteSite(ctx, ctx.siteId)
  return ctx.store.read(async (db) => {
    const { ids, total } = await pageAt(db, ctx.siteId, query)
    return { items: await itemsAt(db, ids, query.asOf), total }
  })
}

/** Conditions without an index are evaluated once, for the page and for the total. */
async function pageAt(db: Db, siteId: string, query: PastQuery): Promise<{ ids: string[]; total: number }> {
  const { deviceVersions: versions, versionRevision } = db.tables(deviceHistoryTables)
  const { limit, offset, q, tag, asOf, type, segmentId } = query
  if (q !== undefined || tag !== undefined) {
    const ids = (await idsAt(db, siteId, query)).map(idOf)
    return { ids: ids.slice(offset, offset + limit), total: ids.length }
  }
  const rows = await idsAt(db, siteId, query).limit(limit).offset(offset)
  const key = JSON.stringify([siteId, asOf, type, segmentId])
  const count = () => db.$count(versions, matching(db, siteId, query))
  return { ids: rows.map(idOf), total: await db.cachedCount([versionRevision], key, count) }
}

/** Devices read at a time: few enough that other callers hardly notice. */
const partMax = 500

/** Exports all of them in parts; limit and offset do not count. */
export async function* exportDevicesAsOf(ctx: Context, query: PastQuery): AsyncGenerator<DeviceListItem[]> {
  refuseUnknownThen(query)
  await rewriteSite(ctx, ctx.siteId)
  const rows = await ctx.store.read((db) => idsAt(db, ctx.siteId, query))
  for (const part of chunks(rows.map(idOf), partMax)) yield ctx.store.read((db) => itemsAt(db, part, query.asOf))
}

const idOf = ({ deviceId }: { deviceId: string }) => deviceId

function idsAt(db: Db, siteId: string, query: PastQuery) {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  return db
    .select({ deviceId: versions.deviceId })
    .from(versions)
    .where(matching(db, siteId, query))
    .orderBy(...order(db, query.sort))
}

const notThen = [
  'query',
  'columns',
  'source',
  'softwareId',
  'changedSince',
  'lastSeenBefore',
  'lastSeenSince',
  'firstSeenSince',
  'manufacturer',
  'hasManufacturer',
  'stale',
  'auditProblem',
  'archived',
] as const

const messages: { [Parameter in (typeof notThen)[number] | 'sort']?: string } = {
  query: 'cannot be used with asOf: the past has no data for queries. Use q, type, tag or segmentId',
  columns: 'cannot be used with asOf: the past has only the columns that each list has. Leave it out',
  archived: 'cannot be used with asOf: the list has the devices that were not archived then. Leave it out',
  sort: 'cannot be lastSeen with asOf. Use name, ipAddress or type',
}

function refuseUnknownThen(query: PastQuery): void {
  const named = notThen.filter((name) => query[name] !== undefined)
  const sorted = query.sort.endsWith('lastSeen') ? ['sort' as const] : []
  const faults = [...named, ...sorted].map((path) => ({ path, message: messages[path] ?? 'cannot be used with asOf' }))
  if (faults.length > 0) throw invalidFields(faults)
}

function matching(db: Db, siteId: string, { asOf, type, tag, segmentId, q }: PastQuery): SQL | undefined {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  return and(
    eq(versions.siteId, siteId),
    gt(versions.until, asOf),
    lte(versions.from, asOf),
    type && eq(versions.type, type),
    segmentId === undefined ? undefined : eq(versions.lastSegmentId, segmentId),
    tag === undefined ? undefined : hadTag(db, siteId, tag, asOf),
    ...searchWords(q).map((word) => contains(versions.searchText, word)),
  )
}

/** Condition on a tag, by its name at that time or its id. */
function hadTag(db: Db, siteId: string, tag: string, asOf: string): SQL {
  const { deviceVersions: versions, deviceTagSpans: spans } = db.tables(deviceHistoryTables)
  const key = tag.toLowerCase()
  const isTag = or(eq(spans.nameKey, key), eq(spans.tagId, key))
  const having = and(eq(spans.siteId, siteId), isTag, lte(spans.from, asOf), gt(spans.until, asOf))
  return inArray(versions.deviceId, db.select({ deviceId: spans.deviceId }).from(spans).where(having))
}

function order(db: Db, sort: PastQuery['sort']): SQL[] {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  const columns = { name: versions.nameKey, ipAddress: versions.ipKey, type: versions.type }
  return orderBy(sort, { value: columns[sort.replace('-', '') as keyof typeof columns], id: versions.deviceId })
}

async function itemsAt(db: Db, deviceIds: readonly string[], asOf: string): Promise<DeviceListItem[]> {
  const { deviceVersions: versions } = db.tables(deviceHistoryTables)
  const { devices } = db.tables(deviceTables)
  const { deviceId: id, name, dnsName, macAddress, ipAddress, serialNumber, assetTag, type } = versions
  const rows = await db
    .select({
      item: { id, name, dnsName, macAddress, ipAddress, serialNumber, assetTag, type },
      made: { manufacturer: versions.manufacturer, model: versions.model },
      from: versions.from,
      seenNow: devices.lastSeen,
      auditedThen: newestAuditUntil(db, id, asOf),
    })
    .from(versions)
    .leftJoin(devices, eq(devices.id, id))
    .where(and(among(id, deviceIds), lte(versions.from, asOf), gt(versions.until, asOf)))
  const tags = await tagsAt(db, deviceIds, asOf)
  const byId = new Map(
    rows.map(({ item, made, from, seenNow, auditedThen }) => {
      const lastSeen = seenNow !== null && seenNow <= asOf ? seenNow : (auditedThen ?? from)
      return [item.id, { ...item, ...made, lastSeen, stale: false, archivedAt: null, tags: tags.get(item.id) ?? [] }]
    }),
  )
  return deviceIds.flatMap((each) => byId.get(each) ?? [])
}

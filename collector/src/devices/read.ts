import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem, DeviceQuery } from '@rollcall/shared/api/device.ts'
import { and, asc, count, desc, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { ascending, descending } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { searchCondition } from './search.ts'
import { tagsOfDevices } from './tags-of-devices.ts'

/** The devices of the site that match the query, in the order it names, then by id. */
export async function listDevices(ctx: Context, query: DeviceQuery): Promise<List<DeviceListItem>> {
  return ctx.store.read(async (db) => {
    const { devices } = db.tables(deviceTables)
    const where = and(eq(devices.siteId, ctx.siteId), ...conditions(db, ctx.siteId, query))
    const [total] = await db.select({ n: count() }).from(devices).where(where)
    const rows = await db
      .select(listedColumns(db))
      .from(devices)
      .where(where)
      .orderBy(...order(db, query.sort))
      .limit(query.limit)
      .offset(query.offset)
    const tags = await tagsOfDevices(
      db,
      rows.map(({ id }) => id),
    )
    return { items: rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] })), total: total?.n ?? 0 }
  })
}

function conditions(db: Db, siteId: string, query: DeviceQuery): (SQL | undefined)[] {
  const { devices } = db.tables(deviceTables)
  return [
    query.type === undefined ? undefined : eq(devices.type, query.type),
    query.segmentId === undefined ? undefined : eq(devices.lastSegmentId, query.segmentId.toLowerCase()),
    query.changedSince === undefined ? undefined : gte(devices.modifiedAt, query.changedSince),
    query.lastSeenBefore === undefined ? undefined : lt(devices.lastSeen, query.lastSeenBefore),
    query.tag === undefined ? undefined : inArray(devices.id, devicesWithTag(db, siteId, query.tag)),
    query.q === undefined ? undefined : searchCondition(devices, query.q),
  ]
}

/** By the tag's name, whatever its case, or its id. */
function devicesWithTag(db: Db, siteId: string, tag: string) {
  const { deviceTags, tags } = db.tables(deviceTables)
  return db
    .select({ id: deviceTags.deviceId })
    .from(deviceTags)
    .innerJoin(tags, eq(tags.id, deviceTags.tagId))
    .where(and(eq(tags.siteId, siteId), or(eq(tags.nameKey, tag.toLowerCase()), eq(tags.id, tag.toLowerCase()))))
}

function order(db: Db, sort: DeviceQuery['sort']): SQL[] {
  const { devices } = db.tables(deviceTables)
  const columns = {
    name: devices.nameKey,
    lastSeen: devices.lastSeen,
    ipAddress: devices.ipKey,
    type: devices.type,
  } as const
  const isDescending = sort.startsWith('-')
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  return isDescending ? [descending(column), desc(devices.id)] : [ascending(column), asc(devices.id)]
}

function listedColumns(db: Db) {
  const { devices } = db.tables(deviceTables)
  return {
    id: devices.id,
    name: devices.name,
    dnsName: devices.dnsName,
    macAddress: devices.macAddress,
    ipAddress: devices.ipAddress,
    serialNumber: devices.serialNumber,
    assetTag: devices.assetTag,
    type: devices.type,
    manufacturer: devices.manufacturer,
    model: devices.model,
    lastSeen: devices.lastSeen,
  }
}

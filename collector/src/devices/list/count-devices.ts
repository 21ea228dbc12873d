import { manufacturersMax, type SiteSummary } from '@rollcall/shared/api/summary.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { type AnyColumn, and, asc, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import { hasAuditProblem } from '../../scanning/audit-problems/read-audit-problem.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { totalOf } from '../../store/tally/total-of.ts'
import { staleBefore } from '../stale/stale-watermark.ts'

type Counts = SiteSummary['devices']

/**
 * Numbers of devices that a site lists, by kind and by last sighting: each figure equals the total of the corresponding
 * list.
 */
export async function countDevices(db: Db, siteId: string, now: Date): Promise<Counts> {
  const { devices } = db.tables(deviceTables)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  const [watermark, types, manufacturers, withoutManufacturer, unreadable] = await Promise.all([
    staleBefore(db, siteId),
    countTypes(db, siteId),
    countManufacturers(db, siteId),
    countWithoutManufacturer(db, siteId),
    db.$count(devices, and(inList(db, siteId), hasAuditProblem(db, devices.id))),
  ])
  const total = types.reduce((sum, { devices }) => sum + devices, 0)
  const named = manufacturers.reduce((sum, { devices }) => sum + devices, 0)
  const all = { db, siteId, total }
  const [aroundDay, aroundWeek, aroundWatermark, firstAroundWeek] = await Promise.all([
    countAround(all, devices.lastSeen, ago(1)),
    countAround(all, devices.lastSeen, ago(7)),
    watermark === undefined ? { before: 0 } : countAround(all, devices.lastSeen, watermark),
    countAround(all, devices.firstSeen, ago(7)),
  ])
  return {
    total,
    seenLastDay: aroundDay.since,
    unseenLastWeek: aroundWeek.before,
    stale: aroundWatermark.before,
    unreadable,
    newLastWeek: firstAroundWeek.since,
    types,
    manufacturers,
    otherManufacturers: total - withoutManufacturer - named,
    withoutManufacturer,
  }
}

/** Counts the devices that a site lists, by type, from totals that each transaction updates. */
export async function countTypes(db: Db, siteId: string): Promise<Counts['types']> {
  const { devices, deviceTally } = db.tables(deviceTables)
  const rows = await db
    .select({ type: sql<DeviceType>`${devices.type}`, devices: deviceTally.total })
    .from(deviceTally.groups)
    .where(inList(db, siteId))
    .groupBy(devices.type)
    .orderBy(desc(deviceTally.total), asc(devices.type))
  return rows.filter(({ devices }) => devices > 0)
}

/** Counts the devices that a site lists, by manufacturer, the most frequent first. There may be as many as devices. */
async function countManufacturers(db: Db, siteId: string): Promise<Counts['manufacturers']> {
  const { devices, manufacturerTally } = db.tables(deviceTables)
  return db
    .select({ manufacturer: sql<string>`${devices.manufacturer}`, devices: manufacturerTally.total })
    .from(manufacturerTally.groups)
    .where(and(inList(db, siteId), ne(devices.manufacturer, '')))
    .groupBy(devices.manufacturer)
    .orderBy(desc(manufacturerTally.total), asc(devices.manufacturer))
    .limit(manufacturersMax)
}

/** Counts the devices that a site lists without a manufacturer. */
async function countWithoutManufacturer(db: Db, siteId: string): Promise<number> {
  const { devices, manufacturerTally } = db.tables(deviceTables)
  return totalOf(db, manufacturerTally, and(inList(db, siteId), eq(devices.manufacturer, '')))
}

/** Devices that are read on one side of a time before the other side is counted. */
const probeMax = 1_000

/**
 * Counts the devices that a site lists and whose time in a column is before another, and the rest. Most devices were seen
 * lately, so only the few on one side are read, whichever that is.
 */
async function countAround(
  { db, siteId, total }: { db: Db; siteId: string; total: number },
  column: AnyColumn,
  time: string,
): Promise<{ before: number; since: number }> {
  const { devices } = db.tables(deviceTables)
  const where = (side: SQL) => and(inList(db, siteId), side)
  const probe = db
    .select({ one: sql`1`.as('one') })
    .from(devices)
    .where(where(gte(column, time)))
    .limit(probeMax)
    .as('probe')
  const since = await db.$count(probe)
  if (since < probeMax) return { before: total - since, since }
  const before = await db.$count(devices, where(lt(column, time)))
  return { before, since: total - before }
}

import { manufacturersMax, type SiteSummary } from '@rollcall/shared/api/summary.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { and, asc, count, desc, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import { hasAuditProblem } from '../../scanning/audit-problems/read-audit-problem.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { staleBefore } from '../stale/stale-watermark.ts'

type Counts = SiteSummary['devices']

/**
 * Numbers of devices that a site lists, by kind and by last sighting: each figure equals the total of the corresponding
 * list.
 */
export async function countDevices(db: Db, siteId: string, now: Date): Promise<Counts> {
  const { devices } = db.tables(deviceTables)
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  const counted = (condition: SQL) => db.$count(devices, and(inList(db, siteId), condition))
  const watermark = await staleBefore(db, siteId)
  const types = await countTypes(db, siteId)
  const total = types.reduce((sum, { devices }) => sum + devices, 0)
  const manufacturers = await countManufacturers(db, siteId)
  const withoutManufacturer = await counted(isNull(devices.manufacturer))
  const named = manufacturers.reduce((sum, { devices }) => sum + devices, 0)
  return {
    total,
    seenLastDay: await counted(gte(devices.lastSeen, ago(1))),
    unseenLastWeek: await counted(lt(devices.lastSeen, ago(7))),
    stale: watermark === undefined ? 0 : await counted(lt(devices.lastSeen, watermark)),
    unreadable: await counted(hasAuditProblem(db, devices.id)),
    newLastWeek: await counted(gte(devices.firstSeen, ago(7))),
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

async function countManufacturers(db: Db, siteId: string): Promise<Counts['manufacturers']> {
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ manufacturer: devices.manufacturer, devices: count() })
    .from(devices)
    .where(and(inList(db, siteId), isNotNull(devices.manufacturer)))
    .groupBy(devices.manufacturer)
    .orderBy(desc(count()), asc(devices.manufacturer))
    .limit(manufacturersMax)
  return rows.map((row) => ({ ...row, manufacturer: row.manufacturer ?? '' }))
}

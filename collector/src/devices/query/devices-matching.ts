import { and } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import type { MatchingDevices } from '../../findings/changes/changes-that-count.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import { withTimes } from './list-query.ts'
import { matchQuery } from './match-query.ts'
import { requireNames } from './require-names.ts'

/** Finds those of some devices that meet a query, row by row, so that no query is too broad. */
export const devicesMatching: MatchingDevices = async (db, { siteId, now }, query, deviceIds) => {
  await requireNames({ db, siteId }, query)
  const { devices } = db.tables(deviceTables)
  const { row } = await matchQuery({ db, siteId, isArchived: false }, withTimes(query, now))
  const met = and(among(devices.id, deviceIds), inList(db, siteId), row)
  const rows = await db.select({ id: devices.id }).from(devices).where(met)
  return new Set(rows.map(({ id }) => id))
}

import { and } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import type { MatchingDevices } from '../../findings/changes/changes-that-count.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among, valueChunks } from '../../store/sql.ts'
import { withTimes } from './list-query.ts'
import { matchQuery } from './match-query.ts'
import { requireNames } from './require-names.ts'

/** Finds those of some devices that meet a query, row by row, so that no query is too broad. */
export const devicesMatching: MatchingDevices = async (db, { siteId, now }, query, deviceIds) => {
  await requireNames({ db, siteId }, query)
  const { devices } = db.tables(deviceTables)
  const { row } = await matchQuery({ db, siteId, isArchived: false }, withTimes(query, now))
  const met = new Set<string>()
  for (const ids of valueChunks(deviceIds)) {
    const rows = await db
      .select({ id: devices.id })
      .from(devices)
      .where(and(among(devices.id, ids), inList(db, siteId), row))
    for (const { id } of rows) met.add(id)
  }
  return met
}

import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { shownColumns } from '../list/shown-columns.ts'

/** Columns by which lists show, find and sort a device, besides its tags and the time of its last sighting. */
export const listedKeys = [...shownColumns, 'assetTag', 'lastSegmentId'] as const

export type Listed = Pick<DeviceRow, (typeof listedKeys)[number]>

export type Version = ReturnType<typeof deviceHistoryTables>['deviceVersions']['$inferSelect']

export const listedOf = (row: Listed): Listed => Object.fromEntries(listedKeys.map((key) => [key, row[key]])) as Listed

export const isSameListed = (a: Listed, b: Listed): boolean => listedKeys.every((key) => a[key] === b[key])

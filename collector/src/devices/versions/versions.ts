import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { shownColumns } from '../list/shown-columns.ts'

/** What lists show of a device, find it by and sort it by, beside its tags and the time it was last seen. */
export const listedKeys = [...shownColumns, 'assetTag', 'lastSegmentId'] as const

export type Listed = Pick<DeviceRow, (typeof listedKeys)[number]>

export type Version = ReturnType<typeof deviceHistoryTables>['deviceVersions']['$inferSelect']

export const listedOf = (row: Listed): Listed => Object.fromEntries(listedKeys.map((key) => [key, row[key]])) as Listed

export const isSameListed = (a: Listed, b: Listed): boolean => listedKeys.every((key) => a[key] === b[key])

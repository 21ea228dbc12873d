import type { DeviceRow } from '../../device-records/load-devices.ts'

/** Of one that is archived: it was seen after that. What was seen before and came late leaves it there. */
export const isSeenAgain = ({ archivedAt }: Pick<DeviceRow, 'archivedAt'>, observedAt: string): boolean =>
  archivedAt !== null && observedAt > archivedAt

export const outOfArchive = { isArchived: false, archivedAt: null }

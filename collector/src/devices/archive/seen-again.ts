import type { DeviceRow } from '../../device-records/load-devices.ts'

/**
 * Reports whether an archived device was seen after it was archived. An earlier observation that arrives late leaves it
 * archived.
 */
export const isSeenAgain = ({ archivedAt }: Pick<DeviceRow, 'archivedAt'>, observedAt: string): boolean =>
  archivedAt !== null && observedAt > archivedAt

export const outOfArchive = { isArchived: false, archivedAt: null }

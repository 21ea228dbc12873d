import type { Returned } from '../devices/archiving/bring-back.ts'
import type { Placement } from './place.ts'

export const isListed = ({ entry }: Placement): boolean => !entry.row.isArchived

/** Devices that were archived and have been seen again. */
export function returnedIn(placements: readonly Placement[]): Returned[] {
  const returned = placements.filter((found) => found.entry.rowBefore?.isArchived && isListed(found))
  const byDevice = new Map(returned.map((found) => [found.entry.row.id, found]))
  return [...byDevice].map(([deviceId, { entry, item }]) => ({
    deviceId,
    archivedAt: entry.rowBefore?.archivedAt ?? null,
    actor: item.delivery.actor,
  }))
}

import { openFindingsOfChanges } from '../../../findings/changes/findings-of-changes.ts'
import { neverScanned } from '../../../scanning/segments/find-segments.ts'
import type { Tx } from '../../../store/store.ts'
import type { DeviceChangeset } from '../../changeset/changeset.ts'
import { devicesMatching } from '../../query/devices-matching.ts'
import type { Projection } from '../projection.ts'

/** Opens findings that changes cause. A rule can read every field of a device, so all of them are written before. */
export const newFindings: Projection = {
  async apply(tx, changesets, { siteId, at }) {
    const expected = await expectedDevices(tx, changesets)
    const devices = changesets.flatMap(({ deviceId, row: { after }, changes, softwareChanges = [], portOutages }) => {
      const isExpected = expected.has(deviceId)
      return after && !after.isArchived ? [{ deviceId, isExpected, changes, softwareChanges, portOutages }] : []
    })
    await openFindingsOfChanges(tx, siteId, devices, at, devicesMatching)
  },
}

/**
 * Devices that are new to the inventory but no news to its people: those that a person added, and those that the first
 * complete scan of a segment finds.
 */
async function expectedDevices(tx: Tx, changesets: readonly DeviceChangeset[]): Promise<Set<string>> {
  const added = changesets.flatMap(({ row: { before, after } }) => (before === null && after ? [after] : []))
  if (added.length === 0) return new Set()
  const unscanned = await neverScanned(
    tx,
    added.flatMap(({ lastSegmentId }) => lastSegmentId ?? []),
  )
  const isExpected = ({ auditSource, lastSegmentId }: (typeof added)[number]) =>
    auditSource === 'Import' || auditSource === 'Manual' || unscanned.has(lastSegmentId ?? '')
  return new Set(added.filter(isExpected).map(({ id }) => id))
}

import { openFindingsOfChanges } from '../../findings/changes/findings-of-changes.ts'
import { moveFindings } from '../../findings/states/move-findings.ts'
import { resolveFindingsOfDevices } from '../../findings/states/resolve-findings.ts'
import { neverScanned } from '../../scanning/segments/find-segments.ts'
import type { Tx } from '../../store/store.ts'
import { type DeviceChangeset, isArchived, isDeleted } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Opens findings that changes cause, and moves or resolves those of devices that are merged, archived or deleted. */
export const findings: Projection = {
  name: 'findings',
  async apply(tx, changesets, { siteId, at }) {
    for (const { deviceId, mergedInto } of changesets) {
      if (mergedInto !== undefined) await moveFindings(tx, { from: deviceId, to: mergedInto })
    }
    const ended = changesets.filter((each) => isArchived(each) || (isDeleted(each) && each.mergedInto === undefined))
    await resolveFindingsOfDevices(
      tx,
      ended.map(({ deviceId }) => deviceId),
      at,
    )
    const expected = await expectedDevices(tx, changesets)
    const devices = changesets.flatMap(({ deviceId, row: { after }, changes, softwareChanges = [], portOutages }) => {
      const isExpected = expected.has(deviceId)
      return after && !after.isArchived ? [{ deviceId, isExpected, changes, softwareChanges, portOutages }] : []
    })
    await openFindingsOfChanges(tx, siteId, devices, at)
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

import { openForChanges } from '../../findings/changes/open-for-changes.ts'
import { moveFindings } from '../../findings/states/move-findings.ts'
import { resolveFindingsOfDevices } from '../../findings/states/resolve-findings.ts'
import { isArchived, isDeleted } from '../changeset/changeset.ts'
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
    const devices = changesets.flatMap(({ deviceId, row: { after }, changes, softwareChanges = [], links }) =>
      after && !after.isArchived ? [{ deviceId, changes, softwareChanges, links }] : [],
    )
    await openForChanges(tx, siteId, devices, at)
  },
}

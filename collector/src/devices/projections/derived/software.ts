import { judgeDevices } from '../../../software/compliance/judge-devices.ts'
import { restoreInstallations } from '../../../software/installations/archived-installations.ts'
import {
  deleteDeviceInstallations,
  removeInstallations,
  replaceInstallations,
} from '../../../software/installations/installations.ts'
import { type DeviceChangeset, idsOf, isArchived, isDeleted, isGone } from '../../changeset/changeset.ts'
import type { Projection } from '../projection.ts'

/** Writes the installations of devices. */
export const installations: Projection = {
  async apply(tx, changesets, { at, software, products }) {
    const gone = idsOf(changesets, isGone)
    if (gone.length > 0) await deleteDeviceInstallations(tx, gone, at)
    // A merged or archived device may return, so it keeps its number.
    const emptied = idsOf(changesets, (each) => (isDeleted(each) && !isGone(each)) || isArchived(each))
    if (emptied.length > 0) await removeInstallations(tx, emptied, at)
    for (const { deviceId, installations: items } of changesets) {
      if (items) await restoreInstallations(tx, deviceId, items, at)
    }
    await replaceInstallations(tx, software, products, at)
  },
}

/** Judges the compliance of devices whose type, tags or software changed. */
export const compliance: Projection = {
  async apply(tx, changesets, { siteId, at }) {
    await judgeDevices(tx, siteId, [...new Set(idsOf(changesets, mayBeJudgedOtherwise))], at)
  },
}

function mayBeJudgedOtherwise({ row: { before, after }, tags, software, installations }: DeviceChangeset): boolean {
  if (!after) return false
  if (!before || before.type !== after.type || before.isArchived !== after.isArchived) return true
  return tags !== undefined || software !== undefined || installations !== undefined
}

import { restoreInstallations } from '../../../software/installations/archived-installations.ts'
import {
  deleteDeviceInstallations,
  removeInstallations,
  replaceInstallations,
} from '../../../software/installations/installations.ts'
import { type DeviceChangeset, isArchived, isDeleted } from '../../changeset/changeset.ts'
import type { Projection } from '../projection.ts'

/** Writes the installations of devices. */
export const installations: Projection = {
  name: 'installations',
  async apply(tx, changesets, { at, software, products }) {
    const isGone = (each: DeviceChangeset) => isDeleted(each) && each.mergedInto === undefined
    const gone = changesets.filter(isGone).map(({ deviceId }) => deviceId)
    if (gone.length > 0) await deleteDeviceInstallations(tx, gone, at)
    // A merged or archived device may return, so it keeps its number.
    const emptied = changesets
      .filter((each) => (isDeleted(each) && !isGone(each)) || isArchived(each))
      .map(({ deviceId }) => deviceId)
    if (emptied.length > 0) await removeInstallations(tx, emptied, at)
    for (const { deviceId, installations: items } of changesets) {
      if (items) await restoreInstallations(tx, deviceId, items, at)
    }
    await replaceInstallations(tx, software, products, at)
  },
}

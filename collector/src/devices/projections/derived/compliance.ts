import { judgeDevices } from '../../../software/compliance/judge-devices.ts'
import type { DeviceChangeset } from '../../changeset/changeset.ts'
import type { Projection } from '../projection.ts'

/** Judges the compliance of devices whose type, tags or software changed. */
export const compliance: Projection = {
  name: 'compliance',
  async apply(tx, changesets, { siteId, at }) {
    const judged = changesets.filter(mayBeJudgedOtherwise).map(({ deviceId }) => deviceId)
    await judgeDevices(tx, siteId, [...new Set(judged)], at)
  },
}

function mayBeJudgedOtherwise({ row: { before, after }, tags, software, installations }: DeviceChangeset): boolean {
  if (!after) return false
  if (!before || before.type !== after.type || before.isArchived !== after.isArchived) return true
  return tags !== undefined || software !== undefined || installations !== undefined
}

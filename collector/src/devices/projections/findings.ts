import { moveFindings } from '../../findings/states/move-findings.ts'
import { resolveFindingsOfDevices } from '../../findings/states/resolve-findings.ts'
import { isArchived, isDeleted } from '../changeset/changeset.ts'
import type { Projection } from './projection.ts'

/** Moves or resolves the findings of devices that are merged, archived or deleted. */
export const findings: Projection = {
  name: 'findings',
  async apply(tx, changesets, { at }) {
    for (const { deviceId, mergedInto } of changesets) {
      if (mergedInto !== undefined) await moveFindings(tx, { from: deviceId, to: mergedInto })
    }
    const ended = changesets.filter((each) => isArchived(each) || (isDeleted(each) && each.mergedInto === undefined))
    await resolveFindingsOfDevices(
      tx,
      ended.map(({ deviceId }) => deviceId),
      at,
    )
  },
}

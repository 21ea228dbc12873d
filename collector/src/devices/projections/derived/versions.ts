import { type DeviceChangeset, idsOf, isRestored, leavesLists } from '../../changeset/changeset.ts'
import { endVersions, recordVersions, replaceVersions } from '../../versions/record-versions.ts'
import { requestRewrites } from '../../versions/rewrite-versions.ts'
import { isSameListed } from '../../versions/versions.ts'
import type { Projection } from '../projection.ts'

/** Records the versions of devices that lists show, so that a list as of a past time can be read. */
export const versions: Projection = {
  async apply(tx, changesets, { siteId, at }) {
    const ended = idsOf(changesets, leavesLists)
    if (ended.length > 0) await endVersions(tx, ended, at)
    // The survivor is shown for the whole history of a merged device.
    const isReplaced = ({ history, mergedInto }: DeviceChangeset) =>
      history?.versions !== undefined || mergedInto !== undefined
    const versions = changesets.flatMap(({ history }) => history?.versions ?? [])
    const replaced = idsOf(changesets, isReplaced)
    if (replaced.length > 0) await replaceVersions(tx, replaced, versions)
    await recordVersions(
      tx,
      changesets.flatMap((each) => {
        const { row, history } = each
        return row.after && isShownOtherwise(each) ? [{ row: row.after, at: history?.since ?? at }] : []
      }),
    )
    await requestRewrites(
      tx,
      siteId,
      changesets.flatMap(({ deviceId, history }) =>
        history?.rewriteFrom === undefined ? [] : [{ deviceId, from: history.rewriteFrom }],
      ),
    )
  },
}

function isShownOtherwise(changeset: DeviceChangeset): boolean {
  const { before, after } = changeset.row
  if (!after || after.isArchived) return false
  return !before || isRestored(changeset) || changeset.history?.versions !== undefined || !isSameListed(before, after)
}

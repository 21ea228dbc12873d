import { and, eq } from 'drizzle-orm'
import { deviceTables } from '../../store/schema/devices.ts'
import { among } from '../../store/sql.ts'
import { attachTags } from '../tags/attach-tags.ts'
import { syncTagSpans } from '../tags/tag-spans.ts'
import type { Projection } from './projection.ts'

/** Attaches and detaches tags, and records the periods for which listed devices have them. */
export const tags: Projection = {
  async apply(tx, changesets, { siteId, at }) {
    const { deviceTags } = tx.tables(deviceTables)
    const changed = changesets.flatMap(({ deviceId, row, tags: each }) =>
      each && row.after ? [{ deviceId, isListed: !row.after.isArchived, ...each }] : [],
    )
    const detached = changed.flatMap(({ deviceId, detached: ids }) => ids.map((tagId) => ({ deviceId, tagId })))
    for (const [tagId, same] of Map.groupBy(detached, (each) => each.tagId)) {
      const ids = same.map(({ deviceId }) => deviceId)
      await tx.delete(deviceTags).where(and(eq(deviceTags.tagId, tagId), among(deviceTags.deviceId, ids)))
    }
    await attachTags(
      tx,
      siteId,
      changed.flatMap(({ deviceId, attached }) => attached.map((tag) => ({ deviceId, ...tag }))),
    )
    const listed = changed.flatMap(({ deviceId, isListed }) => (isListed ? [deviceId] : []))
    await syncTagSpans(tx, siteId, [...new Set(listed)], at)
  },
}

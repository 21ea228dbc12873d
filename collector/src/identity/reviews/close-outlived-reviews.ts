import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { loadDevices } from '../../device-records/load-devices.ts'
import { closeDoubts, liveMs } from '../../device-records/reviews.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { identityTables } from '../../store/schema/identity.ts'
import { ruleActor } from '../recluster/recluster.ts'
import { doubtfulMatches, outlivedAmong } from './close-resolved-reviews.ts'

/** Number of reviews read in one transaction. */
const pageMax = 128

/**
 * Closes reviews of likely matches whose earlier side is gone; a periodic job. A change that has lasted for two weeks,
 * such as a new system or board, no longer needs a person. A less likely match waits for a person.
 */
export async function closeOutlivedReviews({ store }: SystemContext, time: TrustedTime): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const from: string = after
    after = await store.write(async (tx) => {
      const { deviceReviews: reviews } = tx.tables(identityTables)
      const isOld = and(eq(reviews.kind, 'match'), lt(reviews.since, time.before(liveMs)))
      const rows = await tx
        .select({ deviceId: reviews.deviceId, siteId: reviews.siteId })
        .from(reviews)
        .where(and(isOld, gt(reviews.deviceId, from)))
        .orderBy(asc(reviews.deviceId))
        .limit(pageMax)
      for (const [siteId, ofSite] of Map.groupBy(rows, (row) => row.siteId)) {
        const deviceIds = ofSite.map(({ deviceId }) => deviceId)
        const outlived = await outlivedAmong(tx, siteId, await doubtfulMatches(tx, deviceIds))
        const closed = outlived.map(({ review }) => review)
        const textsOf = Map.groupBy(closed, ({ deviceId }) => deviceId)
        const operation = { siteId, at: time.now, actor: ruleActor }
        const records = await loadDevices(tx, [...textsOf.keys()])
        await closeDoubts(tx, closed)
        await applyChangesets(
          tx,
          records.map(({ row }) => {
            const about = { entity: 'Device', entityId: row.id, deviceId: row.id, field: 'review' }
            const changes = (textsOf.get(row.id) ?? []).map(({ review }) => ({
              ...{ verb: 'Modified' as const, ...about, from: review },
            }))
            return { operation, deviceId: row.id, row: { before: row, after: row }, changes, events: [] }
          }),
        )
      }
      return rows.length < pageMax ? undefined : rows.at(-1)?.deviceId
    })
  }
}

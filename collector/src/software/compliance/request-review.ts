import { complianceTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'

/** For a change that can concern any device of the site, such as a product's group: all are judged anew, from the first. */
export async function requestReview(tx: Tx, siteId: string): Promise<void> {
  const { complianceReviews } = tx.tables(complianceTables)
  await tx
    .insert(complianceReviews)
    .values({ siteId, afterDeviceId: '' })
    .onConflictDoUpdate({ target: complianceReviews.siteId, set: { afterDeviceId: '' } })
}

import { complianceTables } from '../../store/schema/software.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Requests a review of all devices of the site, after a change that can affect any of them, such as a product's group.
 */
export async function requestReview(tx: Tx, siteId: string): Promise<void> {
  const { complianceReviews } = tx.tables(complianceTables)
  await tx
    .insert(complianceReviews)
    .values({ siteId, afterDeviceId: '' })
    .onConflictDoUpdate({ target: complianceReviews.siteId, set: { afterDeviceId: '' } })
}

import { countChanges } from '../../change-log/stored-counts.ts'
import { deriveMissingFacts } from '../../devices/facts/derive-facts.ts'
import { rewriteVersions } from '../../devices/versions/rewrite-versions.ts'
import type { SystemContext } from '../../lib/context.ts'
import { createConnectionUpdates } from '../../network-map/connections/update-connections.ts'
import { allSites } from '../../sites/read.ts'
import { regroupProducts } from '../../software/catalog/regroup.ts'
import { removeUnusedProducts } from '../../software/catalog/remove-unused.ts'
import { reviewSites } from '../../software/compliance/review-sites.ts'
import { foldRecentInstallations } from '../../software/installations/fold-recent.ts'
import { atAnyTime, type Job } from './job.ts'

const connectionsIntervalMs = 10_000
const unusedProductsIntervalMs = 60 * 60 * 1000
const certificatesIntervalMs = 12 * 60 * 60 * 1000

/** Jobs that count, group and derive what is stored, whatever the time. */
export function jobsAtAnyTime(system: SystemContext, renewCertificates: () => Promise<void>): Job[] {
  return [
    atAnyTime('counting changes', () => countAllChanges(system)),
    atAnyTime('grouping software', () => regroupProducts(system)),
    atAnyTime('moving recent installations to the product order', () => foldRecentInstallations(system)),
    atAnyTime('deriving facts of devices', () => deriveMissingFacts(system)),
    atAnyTime('rewriting device versions', () => rewriteVersions(system)),
    atAnyTime('judging compliance', () => reviewSites(system)),
    atAnyTime('locating connected devices', createConnectionUpdates(system), connectionsIntervalMs),
    atAnyTime('deleting unused products', () => removeUnused(system), unusedProductsIntervalMs),
    atAnyTime('renewing the certificate', renewCertificates, certificatesIntervalMs),
  ]
}

async function countAllChanges(system: SystemContext): Promise<void> {
  const sites = await allSites(system)
  await countChanges(
    system,
    sites.map(({ id }) => id),
  )
}

/** Deletes unused products. Products of the last hour are spared: they may belong to a list that is being stored. */
async function removeUnused({ store, clock }: SystemContext): Promise<void> {
  await removeUnusedProducts(store, new Date(clock.now().getTime() - unusedProductsIntervalMs).toISOString())
}

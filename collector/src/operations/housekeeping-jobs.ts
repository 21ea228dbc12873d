import { deleteExpiredTokens } from '../access/registrations/authenticate.ts'
import { watchExpiry } from '../access/registrations/watch-expiry.ts'
import { deleteEndedSessions } from '../access/sign-in/sessions.ts'
import { deleteOldEvents } from '../activity/events/delete-old-events.ts'
import { deleteOldNotifications } from '../activity/notifications/delete-old-notifications.ts'
import { deleteOldBulkOperations } from '../bulk/end-operation.ts'
import { countChanges } from '../change-log/counted-buckets.ts'
import { closeEndedReviews } from '../device-records/reviews.ts'
import { deriveMissingFacts } from '../devices/facts/derive-facts.ts'
import { subjectsMatching } from '../devices/query/subjects-matching.ts'
import { rewriteVersions } from '../devices/versions/rewrite-versions.ts'
import { cleanUpEnrollment } from '../enrollment/clean-up.ts'
import { deleteOldFindings } from '../findings/evaluation/delete-old-findings.ts'
import { evaluateRules } from '../findings/evaluation/evaluate-rules.ts'
import { deleteOldCollisions } from '../identity/collisions/delete-old-collisions.ts'
import type { SystemContext } from '../lib/context.ts'
import type { TrustedTime } from '../lib/trusted-time.ts'
import { createConnectionUpdates } from '../network-map/connections/update-connections.ts'
import { emitStatusEvents } from '../scanning/audit-services/emit-status.ts'
import { sweepTasks } from '../scanning/tasks/sweep-tasks.ts'
import { allSites } from '../sites/read.ts'
import { regroupProducts } from '../software/catalog/regroup.ts'
import { removeUnusedProducts } from '../software/catalog/remove-unused.ts'
import { reviewSites } from '../software/compliance/review-sites.ts'
import { foldRecentInstallations } from '../software/installations/fold-recent.ts'
import type { Watch } from './readiness.ts'

const intervalMs = 30_000
/** Rules are evaluated when they are due; a new rule is at once. */
const rulesIntervalMs = 5_000
const connectionsIntervalMs = 10_000
const unusedProductsIntervalMs = 60 * 60 * 1000
const certificatesIntervalMs = 12 * 60 * 60 * 1000

/** A periodic job with the name used in logs. */
export type Job = { name: string; everyMs: number } & (
  | { run(): Promise<void> }
  /** A job that deletes records or ends their state because of their age. */
  | { runInTrustedTime(time: TrustedTime): Promise<void> }
)

const always = (name: string, run: () => Promise<void>, everyMs = intervalMs): Job => ({ name, everyMs, run })
const inTrustedTime = (
  name: string,
  runInTrustedTime: (time: TrustedTime) => Promise<void>,
  everyMs = intervalMs,
): Job => ({
  name,
  everyMs,
  runInTrustedTime,
})

/** Lists the periodic jobs of housekeeping. */
export function housekeepingJobs(
  system: SystemContext,
  watch: Pick<Watch, 'connectedForMs'>,
  renewCertificates: () => Promise<void>,
): Job[] {
  return [
    inTrustedTime('ending abandoned tasks', (time) => sweepTasks(system, time, watch.connectedForMs())),
    inTrustedTime('forgetting tokens', (time) => deleteExpiredTokens(system, time)),
    inTrustedTime('forgetting sessions', (time) => deleteEndedSessions(system, time)),
    inTrustedTime('sending expiration notices', (time) => watchExpiry(system, time)),
    inTrustedTime('deleting expired join tokens and replaced agents', (time) => cleanUpEnrollment(system, time)),
    inTrustedTime('emitting Audit Service status changes', (time) => emitStatusEvents(system, time)),
    always('counting changes', () => countAllChanges(system)),
    always('grouping software', () => regroupProducts(system)),
    always('moving recent installations to the product order', () => foldRecentInstallations(system)),
    always('deriving facts of devices', () => deriveMissingFacts(system)),
    always('rewriting device versions', () => rewriteVersions(system)),
    always('judging compliance', () => reviewSites(system)),
    inTrustedTime('evaluating rules', (time) => evaluateRules(system, time, subjectsMatching), rulesIntervalMs),
    inTrustedTime('forgetting findings', (time) => deleteOldFindings(system, time)),
    inTrustedTime('forgetting events', (time) => deleteOldEvents(system, time)),
    inTrustedTime('forgetting notifications', (time) => deleteOldNotifications(system, time)),
    inTrustedTime('closing ended reviews', (time) => closeEndedReviews(system, time)),
    inTrustedTime('forgetting collisions', (time) => deleteOldCollisions(system, time)),
    always('locating connected devices', createConnectionUpdates(system), connectionsIntervalMs),
    inTrustedTime('deleting old bulk operations', (time) => deleteOldBulkOperations(system, time)),
    always('deleting unused products', () => removeUnused(system), unusedProductsIntervalMs),
    always('renewing the certificate', renewCertificates, certificatesIntervalMs),
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

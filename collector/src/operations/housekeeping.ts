import { forgetExpiredTokens } from '../access/registrations/authenticate.ts'
import { watchExpiry } from '../access/registrations/watch-expiry.ts'
import { forgetEndedSessions } from '../access/sign-in/sessions.ts'
import { forgetOldEvents } from '../activity/events/delete-old-events.ts'
import { forgetOldNotifications } from '../activity/notifications/delete-old-notifications.ts'
import { countChanges } from '../change-log/counted-buckets.ts'
import { closeEndedReviews } from '../device-records/reviews.ts'
import { rewriteVersions } from '../devices/versions/rewrite-versions.ts'
import { forgetExpiredJoinTokens } from '../enrollment/join-tokens/delete-expired-join-tokens.ts'
import { forgetOldCollisions } from '../identity/collisions/delete-old-collisions.ts'
import type { SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import type { TrustedTime } from '../lib/trusted-time.ts'
import { tellStatuses } from '../scanning/audit-services/emit-status.ts'
import { sweepTasks } from '../scanning/tasks/sweep-tasks.ts'
import { allSites } from '../sites/read.ts'
import { regroupProducts } from '../software/catalog/regroup.ts'
import { removeUnusedProducts } from '../software/catalog/remove-unused.ts'
import { reviewSites } from '../software/compliance/review-sites.ts'
import { foldRecentInstallations } from '../software/installations/fold-recent.ts'
import type { Store } from '../store/store.ts'
import type { Watch } from './readiness.ts'
import type { TimeGuard } from './trusted-time/guard.ts'

const intervalMs = 30_000
const unusedProductsIntervalMs = 60 * 60 * 1000
const certificatesIntervalMs = 12 * 60 * 60 * 1000

export type Housekeeping = {
  /** Begins no more, not even another transaction of what is under way, and waits for that. */
  stop(): Promise<void>
}

/** What has to be done now and then, whether anybody asks or not. A failure is logged, and tried again at the next turn. */
export function startHousekeeping(
  ctx: SystemContext,
  guard: Pick<TimeGuard, 'run'>,
  watch: Pick<Watch, 'hearingForMs'>,
  renewCertificates: () => Promise<void>,
): Housekeeping {
  const stopping = new AbortController()
  const system = { ...ctx, store: untilAborted(ctx.store, stopping.signal) }
  const underWay = new Map<string, Promise<void>>()
  const run = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (error !== stopping.signal.reason) logFailure(ctx.log, error, `${what} failed; it is tried again`)
    } finally {
      underWay.delete(what)
    }
  }
  const repeat = (what: string, work: () => Promise<void>, everyMs: number) =>
    setInterval(() => {
      // What takes longer than the time between is not done twice at once.
      if (!underWay.has(what)) underWay.set(what, run(what, work))
    }, everyMs)
  /** For jobs that delete records or end their state because of their age. */
  const repeatInTrustedTime = (what: string, work: (time: TrustedTime) => Promise<void>) =>
    repeat(what, () => guard.run(what, work), intervalMs)
  const timers = [
    repeatInTrustedTime('looking after tasks', (time) => sweepTasks(system, time, watch.hearingForMs())),
    repeatInTrustedTime('forgetting tokens', (time) => forgetExpiredTokens(system, time)),
    repeatInTrustedTime('forgetting sessions', (time) => forgetEndedSessions(system, time)),
    repeatInTrustedTime('watching expiration dates', (time) => watchExpiry(system, time)),
    repeatInTrustedTime('forgetting join tokens', (time) => forgetExpiredJoinTokens(system, time)),
    repeatInTrustedTime('telling which Audit Services came and went', (time) => tellStatuses(system, time)),
    repeat(
      'counting changes',
      async () =>
        countChanges(
          system,
          (await allSites(system)).map(({ id }) => id),
        ),
      intervalMs,
    ),
    repeat('grouping software', () => regroupProducts(system), intervalMs),
    repeat('moving installations to where they are by product', () => foldRecentInstallations(system), intervalMs),
    repeat('finding out what lists showed', () => rewriteVersions(system), intervalMs),
    repeat('judging compliance', () => reviewSites(system), intervalMs),
    repeatInTrustedTime('forgetting events', (time) => forgetOldEvents(system, time)),
    repeatInTrustedTime('forgetting notifications', (time) => forgetOldNotifications(system, time)),
    repeatInTrustedTime('closing ended reviews', (time) => closeEndedReviews(system, time)),
    repeatInTrustedTime('forgetting collisions', (time) => forgetOldCollisions(system, time)),
    repeat('removing unused products', () => removeUnused(system), unusedProductsIntervalMs),
    repeat('renewing the certificate', renewCertificates, certificatesIntervalMs),
  ]
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}

/** Products of the last hour may belong to a list that is being stored. */
async function removeUnused({ store, clock }: SystemContext): Promise<void> {
  await removeUnusedProducts(store, new Date(clock.now().getTime() - unusedProductsIntervalMs).toISOString())
}

/** Refuses what comes after the signal: each transaction leaves the rest to be done another time. */
function untilAborted(store: Store, signal: AbortSignal): Store {
  return {
    ...store,
    async read(fn) {
      signal.throwIfAborted()
      return store.read(fn)
    },
    async write(fn, committed) {
      signal.throwIfAborted()
      return store.write(fn, committed)
    },
  }
}

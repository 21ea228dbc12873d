import type { SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import type { Store } from '../store/store.ts'
import { housekeepingJobs, type Job } from './housekeeping-jobs.ts'
import type { Watch } from './readiness.ts'
import type { TimeGuard } from './trusted-time/guard.ts'

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
  const run = async (job: Job) => {
    try {
      if ('run' in job) await job.run()
      else await guard.run(job.name, job.runInTrustedTime)
    } catch (error) {
      if (error !== stopping.signal.reason) logFailure(ctx.log, error, `${job.name} failed; it is tried again`)
    } finally {
      underWay.delete(job.name)
    }
  }
  const timers = housekeepingJobs(system, watch, renewCertificates).map((job) =>
    setInterval(() => {
      // A job that takes longer than its interval is not done twice at once.
      if (!underWay.has(job.name)) underWay.set(job.name, run(job))
    }, job.everyMs),
  )
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
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

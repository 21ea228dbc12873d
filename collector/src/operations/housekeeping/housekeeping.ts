import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import type { Store } from '../../store/store.ts'
import type { Watch } from '../readiness.ts'
import type { TimeGuard } from '../trusted-time/guard.ts'
import type { Job } from './job.ts'
import { jobsAtAnyTime } from './jobs-at-any-time.ts'
import { jobsInTrustedTime } from './jobs-in-trusted-time.ts'

type Housekeeping = {
  /** Starts no further job or transaction, and waits for current ones. */
  stop(): Promise<void>
}

/** Runs the periodic jobs. A failure is logged and the job retried at its next turn. */
export function startHousekeeping(
  ctx: SystemContext,
  guard: Pick<TimeGuard, 'run'>,
  watch: Pick<Watch, 'connectedForMs'>,
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
      if (error !== stopping.signal.reason) logFailure(ctx.log, error, `${job.name} failed; retrying`)
    } finally {
      underWay.delete(job.name)
    }
  }
  const jobs = [...jobsInTrustedTime(system, watch), ...jobsAtAnyTime(system, renewCertificates)]
  const timers = jobs.map((job) =>
    setInterval(() => {
      // A job that takes longer than its interval does not run twice at once.
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

/** Rejects store calls after the signal, so that each job leaves its remaining work for the next run. */
function untilAborted(store: Store, signal: AbortSignal): Store {
  return {
    ...store,
    async read(fn) {
      signal.throwIfAborted()
      return store.read(fn)
    },
    async write(...write) {
      signal.throwIfAborted()
      return store.write(...write)
    },
  }
}

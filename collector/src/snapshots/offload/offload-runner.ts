import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { allSites } from '../../sites/read.ts'
import { mayBegin } from './offload-site.ts'
import { sendWaiting } from './send-waiting.ts'

/** Interval at which the queue is read without a wake-up. */
const pollMs = 2_000
const sitesAtOnceMax = 4

/**
 * Copies waiting snapshots to the buckets of the sites, each site on its own so that a failing one delays no other. A
 * stop aborts current copies; they are sent again after the next start.
 */
export function startOffload(ctx: SystemContext): RepeatedWork {
  const running = new Map<string, Promise<void>>()

  const sendFor = async (siteId: string, stopping: AbortSignal) => {
    try {
      let hasMore = true
      while (hasMore) hasMore = await sendWaiting({ ...ctx, siteId }, stopping)
    } catch (error) {
      logFailure(ctx.log, error, 'the offload queue cannot be read or written; retrying', { siteId })
    } finally {
      const wasFull = running.size === sitesAtOnceMax
      running.delete(siteId)
      // Another site waits for this one to finish.
      if (wasFull) repeated.wake()
    }
  }

  const runOnce = async (stopping: AbortSignal) => {
    const sites = await sitesToServe(ctx).catch((error: unknown) => {
      logFailure(ctx.log, error, 'the offload queue cannot be read')
      return []
    })
    for (const siteId of sites) {
      if (!running.has(siteId) && running.size < sitesAtOnceMax) running.set(siteId, sendFor(siteId, stopping))
    }
  }
  const repeated = repeatWork(runOnce, pollMs)
  return {
    wake: repeated.wake,
    async stop() {
      await repeated.stop()
      await Promise.all(running.values())
    },
  }
}

async function sitesToServe(ctx: SystemContext): Promise<string[]> {
  const found: string[] = []
  for (const { id } of await allSites(ctx)) {
    if (await mayBegin({ ...ctx, siteId: id })) found.push(id)
  }
  return found
}

import { setTimeout } from 'node:timers/promises'
import type { SystemContext } from '../context.ts'
import { allSites } from '../sites/read.ts'
import { sendWaiting } from './send-waiting.ts'
import { mayBegin } from './turn.ts'

/** How often the queue is looked at when nobody wakes the runner. */
const pollMs = 2_000
const sitesAtOnceMax = 4

export type OffloadRunner = {
  /** Look now: something was just committed. */
  wake(): void
  /** Begins no more, and cuts off what is under way: it is sent again at the next start. */
  stop(): Promise<void>
}

/** Copies what waits to the buckets of the sites, each site on its own so that one that fails is in nobody's way. */
export function startOffload(ctx: SystemContext): OffloadRunner {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  let pause = new AbortController()

  const sendFor = async (siteId: string) => {
    try {
      let hasMore = true
      while (hasMore) hasMore = await sendWaiting({ ...ctx, siteId }, stopping.signal)
    } catch (error) {
      ctx.log.error({ err: error, siteId }, 'the offload queue cannot be read or written; it is tried again')
    } finally {
      running.delete(siteId)
      // Another site may have waited for this one to be done.
      pause.abort()
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      pause = new AbortController()
      const sites = await sitesToServe(ctx).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'the offload queue cannot be read')
        return []
      })
      for (const siteId of sites) {
        if (!running.has(siteId) && running.size < sitesAtOnceMax) running.set(siteId, sendFor(siteId))
      }
      const signal = AbortSignal.any([pause.signal, stopping.signal])
      await setTimeout(pollMs, undefined, { signal }).catch(() => undefined)
    }
    await Promise.all(running.values())
  }
  const ended = run()
  return {
    wake: () => pause.abort(),
    async stop() {
      stopping.abort()
      await ended
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

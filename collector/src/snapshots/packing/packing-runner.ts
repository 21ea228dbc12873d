import { setTimeout } from 'node:timers/promises'
import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { packNext } from './pack.ts'
import { rebaseNext } from './rebase.ts'

const intervalMs = 30_000
/** Maximum share of time: nobody waits for packing, but senders wait for ingest. */
const timeShare = 0.1

/** Packs snapshots a while after they were stored, and those of an earlier release. */
export function startPacking(ctx: SystemContext): RepeatedWork {
  const work = (stopping: AbortSignal) =>
    packAll(ctx, stopping).catch((error: unknown) =>
      logFailure(ctx.log, error, 'snapshots could not be packed; retrying'),
    )
  return repeatWork(work, intervalMs)
}

async function packAll(ctx: SystemContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const beganAt = performance.now()
    const packed = await packNext(ctx)
    ctx.metrics.snapshotsPacked(packed)
    const done = packed + (await rebaseNext(ctx))
    if (done === 0) return
    const restMs = (performance.now() - beganAt) * (1 / timeShare - 1)
    await setTimeout(restMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import type { TimeGuard } from '../trusted-time/guard.ts'
import { applyRetention } from './apply-retention.ts'

const intervalMs = 60 * 60_000

/** Applies the sites' retention now and every hour, while the clock is trusted. */
export function startRetention(ctx: SystemContext, guard: TimeGuard): RepeatedWork {
  const work = (stopping: AbortSignal) =>
    guard
      .run('retention', (time) => applyRetention(ctx, time, stopping))
      .catch((error: unknown) => logFailure(ctx.log, error, 'retention failed; retrying in an hour'))
  return repeatWork(work, intervalMs)
}

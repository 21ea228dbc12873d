import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { lastBatch } from './list-events.ts'
import { type FanOut, sequenceEvents } from './sequence-events.ts'

type SequencerOptions = {
  fanOut: FanOut
  /** There are events that have just got their place, here or by another collector. */
  onNews(): void
  /** How often to look when nobody wakes it: not every transaction that records events does. */
  pollMs: number
}

/** Gives events their place as they come, and tells those who listen. */
export function startSequencer(ctx: SystemContext, { fanOut, onNews, pollMs }: SequencerOptions): RepeatedWork {
  let known: number | undefined
  const round = async (stopping: AbortSignal) => {
    while ((await sequenceEvents(ctx, fanOut)) && !stopping.aborted);
    const last = await lastBatch(ctx)
    if (last !== known) onNews()
    known = last
  }
  return repeatWork(
    (stopping) =>
      round(stopping).catch((error: unknown) => logFailure(ctx.log, error, 'events cannot be given their place')),
    pollMs,
  )
}

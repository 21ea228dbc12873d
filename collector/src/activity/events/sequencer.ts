import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { type EventRow, lastBatch } from './list-events.ts'
import { type FanOut, sequenceEvents } from './sequence-events.ts'

export type SequencerOptions = {
  fanOut: FanOut
  /** Called after the commit with events that this collector has sequenced: once for each event. */
  onSequenced(events: readonly EventRow[]): void
  /** Called when events have been sequenced, here or by another collector. */
  onNews(): void
  /** Polling interval without a wake-up: not every transaction that records events wakes the sequencer. */
  pollMs: number
}

/** Sequences events as they are recorded, and notifies listeners. */
export function startSequencer(
  ctx: SystemContext,
  { fanOut, onSequenced, onNews, pollMs }: SequencerOptions,
): RepeatedWork {
  let lastSequence: number | undefined
  const round = async (stopping: AbortSignal) => {
    let hasMore = true
    while (hasMore && !stopping.aborted) {
      const sequenced = await sequenceEvents(ctx, fanOut)
      onSequenced(sequenced.events)
      hasMore = sequenced.hasMore
    }
    const last = await lastBatch(ctx)
    if (last !== lastSequence) onNews()
    lastSequence = last
  }
  return repeatWork(
    (stopping) => round(stopping).catch((error: unknown) => logFailure(ctx.log, error, 'events cannot be sequenced')),
    pollMs,
  )
}

import { createPause } from '@rollcall/shared/node/pause.ts'
import type { SystemContext } from '../context.ts'
import { lastBatch } from './read.ts'
import { type FanOut, sequenceEvents } from './sequence.ts'

export type Sequencer = {
  /** Look now: something was just committed. */
  wake(): void
  /** Takes no more, and waits for what is under way. */
  stop(): Promise<void>
}

export type SequencerOptions = {
  fanOut: FanOut
  /** There are events that have just got their place, here or by another collector. */
  onNews(): void
  /** How often to look when nobody wakes it: not every transaction that records events does. */
  pollMs: number
}

/** Gives events their place as they come, and tells those who listen. */
export function startSequencer(ctx: SystemContext, { fanOut, onNews, pollMs }: SequencerOptions): Sequencer {
  const pause = createPause()
  let known: number | undefined
  let stopped = false

  const round = async () => {
    while ((await sequenceEvents(ctx, fanOut)) && !stopped);
    const last = await lastBatch(ctx)
    if (last !== known) onNews()
    known = last
  }

  const run = async () => {
    while (!stopped) {
      await round().catch((error: unknown) => ctx.log.error({ err: error }, 'events cannot be given their place'))
      await pause.wait(pollMs)
    }
  }
  const finished = run()

  return {
    wake: pause.wake,
    async stop() {
      stopped = true
      pause.wake()
      await finished
    },
  }
}

import type { SystemContext } from '../../lib/context.ts'
import { createDispatcher } from '../../outbox/dispatcher.ts'
import { type SequencerOptions, startSequencer } from '../events/sequencer.ts'
import { fanOutToWebhooks } from './fan-out.ts'
import { deliveryHandlers } from './outbox-handlers.ts'

const pollMs = 1_000
/** Concurrent attempts in all, and to one webhook or to the mail server of one site. */
const limits = {
  mail: { concurrency: 8, groupMax: 2 },
  webhook: { concurrency: 64, groupMax: 8 },
}

/**
 * Sequences events, notifies listeners, and sends mail and webhooks. Separate from the outbox of tasks, so
 * that slow receivers delay no scan.
 */
export function startNotifications(
  ctx: SystemContext,
  { onSequenced, onNews }: Pick<SequencerOptions, 'onSequenced' | 'onNews'>,
): { wake(): void; stop(): Promise<void> } {
  const handlers = deliveryHandlers(ctx)
  // One dispatcher for each kind: messages of one kind are found in order, however many wait.
  const dispatchers = (['mail', 'webhook'] as const).map((kind) =>
    createDispatcher(ctx, { [kind]: handlers[kind] }, { pollMs, ...limits[kind] }),
  )
  const wakeAll = () => {
    for (const dispatcher of dispatchers) dispatcher.wake()
  }
  const sequencer = startSequencer(ctx, {
    fanOut: fanOutToWebhooks,
    onSequenced,
    onNews() {
      wakeAll()
      onNews()
    },
    pollMs,
  })
  return {
    wake() {
      wakeAll()
      sequencer.wake()
    },
    async stop() {
      await sequencer.stop()
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.drain()))
    },
  }
}

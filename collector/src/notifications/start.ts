import type { SystemContext } from '../context.ts'
import { startSequencer } from '../events/sequencer.ts'
import { createDispatcher } from '../outbox/dispatcher.ts'
import { fanOutToWebhooks } from './fan-out.ts'
import { deliveryHandlers } from './handlers.ts'

const pollMs = 1_000
/** Attempts under way at a time, and of them those to one webhook, or to the mail server of one site. */
const concurrency = 32
const perTargetMax = 4

/**
 * Gives events their place, tells those who listen (`onNews`), and sends mail and webhooks. Apart from the outbox of
 * tasks: what is slow out there holds up no scan.
 */
export function startNotifications(ctx: SystemContext, onNews: () => void): { wake(): void; stop(): Promise<void> } {
  const dispatcher = createDispatcher(ctx, deliveryHandlers(ctx), { pollMs, concurrency, laneMax: perTargetMax })
  const sequencer = startSequencer(ctx, {
    fanOut: fanOutToWebhooks,
    onNews() {
      dispatcher.wake()
      onNews()
    },
    pollMs,
  })
  return {
    wake() {
      dispatcher.wake()
      sequencer.wake()
    },
    async stop() {
      await sequencer.stop()
      await dispatcher.drain()
    },
  }
}

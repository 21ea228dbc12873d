import type { Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import type { Store } from '../../store/store.ts'
import { testContext } from '../../testing/context.ts'
import { sequenceEvents } from '../events/sequence-events.ts'
import { fanOutToWebhooks } from '../notifications/fan-out.ts'
import type { WebhookOptions } from '../notifications/send-webhook.ts'
import { type ExampleType, exampleEvents } from './events.ts'
import { testSite } from './site.ts'

/** For tests: secret that signs the webhook's deliveries. */
export const secret = `whsec_${Buffer.from('a secret of thirty-two bytes !!!').toString('base64')}`

/** For tests: creates a site with one webhook that receives every event by default. */
export async function webhookSite(
  store: Store,
  url: string,
  { outbound, ...options }: WebhookOptions & { outbound?: Outbound } = {},
) {
  const { ctx, ...test } = await testContext(store, outbound)
  const site = testSite(ctx, options)
  const webhook = { name: 'Ticket system', url, enabled: true, events: ['*' as const], secret }
  await site.set({ webhooks: [webhook] })
  const happen = async (...types: ExampleType[]) => {
    const events = exampleEvents(types)
    const { siteId } = ctx
    await store.write((tx) => recordEvents(tx, { siteId, timestamp: ctx.clock.now().toISOString(), events }))
    await sequenceEvents(ctx, fanOutToWebhooks)
  }
  return { ctx, ...test, ...site, webhook, happen }
}

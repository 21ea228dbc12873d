import { productVersion } from '@rollcall/shared/version.ts'
import type { SystemContext } from '../context.ts'
import { findEvent, toCloudEvent } from '../events/read.ts'
import { openSiteSettings, webhookSecretName } from '../sites/settings.ts'
import { within } from '../within.ts'
import { type DueDelivery, Refused } from './deliver.ts'
import { disableWebhook } from './disable-webhook.ts'
import { post } from './post.ts'
import { signedHeaders } from './sign.ts'
import { allowedAddresses, type Resolve } from './webhook-addresses.ts'

export type WebhookOptions = {
  /** PEM of CAs, in the place of those that the machine trusts. */
  ca?: string[]
  resolve?: Resolve
}

const answerMsMax = 15_000

/** Sends an event to one webhook: a CloudEvent, signed by Standard Webhooks. Taken is what is answered with 2xx. */
export async function sendWebhook(
  ctx: SystemContext,
  { delivery: { webhookId }, notification: { siteId, key } }: DueDelivery,
  signal: AbortSignal,
  { ca, resolve }: WebhookOptions,
): Promise<void> {
  const { settings, secrets } = await openSiteSettings(ctx, siteId)
  const { webhooks, allowPrivateWebhooks } = settings.notifications
  const webhook = webhooks.find(({ id }) => id === webhookId)
  if (!webhook?.enabled) throw new Refused(`the webhook was ${webhook ? 'disabled' : 'removed'}`)
  const secret = secrets[webhookSecretName(webhook.id)]
  if (secret === undefined) throw new Refused('the webhook has no secret to sign with')
  const event = await ctx.store.read((db) => findEvent(db, key))
  if (!event) throw new Refused('the event is no longer kept')
  const url = new URL(webhook.url)
  const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)])
  // The system's resolver can take a minute, and knows no signal.
  const addresses = await within(ended, allowedAddresses(url, allowPrivateWebhooks, resolve))
  const body = JSON.stringify(toCloudEvent(event))
  const status = await post(url, {
    addresses,
    headers: {
      'Content-Type': 'application/cloudevents+json; charset=utf-8',
      'User-Agent': `Rollcall/${productVersion}`,
      ...signedHeaders(secret, { id: event.id, at: ctx.clock.now(), body }),
    },
    body,
    signal: ended,
    ...(ca ? { ca } : {}),
  })
  if (status >= 200 && status < 300) return
  if (status === 410) {
    // Standard Webhooks: the receiver says that it wants no more.
    await disableWebhook(ctx, { siteId, webhookId: webhook.id, webhooks })
    throw new Refused('answered 410 Gone; the webhook is disabled now')
  }
  throw new Error(`answered ${status}`)
}

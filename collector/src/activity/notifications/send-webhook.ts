import type { CloudEvent } from '@rollcall/shared/api/event.ts'
import type { ReportMessage } from '@rollcall/shared/api/report.ts'
import { connectionFault } from '@rollcall/shared/node/outbound/connection-fault.ts'
import { outboundAgents } from '@rollcall/shared/node/outbound/http-agents.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import type { SystemContext } from '../../lib/context.ts'
import { openSiteSettings, webhookSecretName } from '../../sites/settings.ts'
import { webhookTarget } from '../../sites/webhook-target.ts'
import { findEvent, toCloudEvent } from '../events/list-events.ts'
import { type DueDelivery, Refused } from './deliver-or-retry.ts'
import { disableWebhook } from './disable-webhook.ts'
import { fileInJson, findFile } from './notification-file.ts'
import { post, signedHeaders } from './signed-post.ts'

export type WebhookOptions = {
  /** PEM of CAs, instead of the system's. */
  ca?: string[]
}

const answerMsMax = 15_000

/** Sends a notification to one webhook: a CloudEvent, signed by Standard Webhooks. A 2xx answer means success. */
export async function sendWebhook(
  ctx: SystemContext,
  { delivery: { webhookId }, notification }: DueDelivery,
  signal: AbortSignal,
  { ca }: WebhookOptions,
): Promise<void> {
  const { siteId } = notification
  const { settings, secrets } = await openSiteSettings(ctx, siteId)
  const { webhooks } = settings.notifications
  const webhook = webhooks.find(({ id }) => id === webhookId)
  if (!webhook?.enabled) throw new Refused(`the webhook was ${webhook ? 'disabled' : 'deleted'}`)
  const secret = secrets[webhookSecretName(webhook.id)]
  if (secret === undefined) throw new Refused('the webhook has no secret to sign with')
  const message = await webhookMessage(ctx, notification)
  const url = new URL(webhook.url)
  const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)])
  const body = JSON.stringify(message)
  const status = await post(url, {
    agents: outboundAgents(ctx.outbound, webhookTarget(url).purpose),
    headers: {
      'Content-Type': 'application/cloudevents+json; charset=utf-8',
      'User-Agent': `Rollcall/${productVersion}`,
      ...signedHeaders(secret, { id: message.id, at: ctx.clock.now(), body }),
    },
    body,
    signal: ended,
    ...(ca ? { ca } : {}),
  }).catch((error: unknown) => {
    const { kind, text } = connectionFault(error)
    throw kind === 'refused' ? new Refused(text) : new Error(text)
  })
  if (status >= 200 && status < 300) return
  if (status === 410) {
    // Standard Webhooks: with this status the receiver unsubscribes.
    await disableWebhook(ctx, { siteId, webhookId: webhook.id, webhooks })
    throw new Refused('answered 410 Gone; the webhook is disabled now')
  }
  throw new Error(`answered ${status}`)
}

/** Builds what a webhook gets for a notification: its event, or the run of a report with its list. */
async function webhookMessage(
  ctx: Pick<SystemContext, 'store'>,
  { id, siteId, key, data, createdAt }: DueDelivery['notification'],
): Promise<CloudEvent | ReportMessage> {
  if (data === null) {
    const event = await ctx.store.read((db) => findEvent(db, key))
    if (!event) throw new Refused('the event was deleted')
    return toCloudEvent(event)
  }
  const { reportId, ...run } = data
  return {
    specversion: '1.0',
    id,
    source: `/sites/${siteId}`,
    type: 'rollcall.report.sent',
    subject: reportId,
    time: createdAt,
    datacontenttype: 'application/json',
    data: { ...run, ...fileInJson(await findFile(ctx, id)) },
  }
}

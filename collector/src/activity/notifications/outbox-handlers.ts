import type { SystemContext } from '../../lib/context.ts'
import type { OutboxHandler } from '../../outbox/dispatcher.ts'
import { openSiteSettings } from '../../sites/settings.ts'
import { deliverOrRetry, Refused } from './deliver-or-retry.ts'
import { findFile } from './notification-file.ts'
import { MailProblem, sendMail } from './send-mail.ts'
import { sendWebhook, type WebhookOptions } from './send-webhook.ts'

/** Creates the outbox handlers that send deliveries. */
export function deliveryHandlers(
  ctx: SystemContext,
  options: WebhookOptions = {},
): Record<'mail' | 'webhook', OutboxHandler> {
  return {
    mail: (deliveryId, signal) =>
      deliverOrRetry(ctx, deliveryId, signal, async ({ delivery, notification }) => {
        const opened = await openSiteSettings(ctx, notification.siteId)
        const { subject, text } = notification
        const file = await findFile(ctx, notification.id)
        const mail = {
          id: delivery.id,
          recipients: [delivery.target],
          subject,
          text: text ?? '',
          ...(file && { file }),
        }
        await sendMail(opened, mail, { outbound: ctx.outbound, signal, ...options }).catch((error: unknown) => {
          throw error instanceof MailProblem && error.isFinal ? new Refused(error.message) : error
        })
      }),
    webhook: (deliveryId, signal) =>
      deliverOrRetry(ctx, deliveryId, signal, (due) => sendWebhook(ctx, due, signal, options)),
  }
}

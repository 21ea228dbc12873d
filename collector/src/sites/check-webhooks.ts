import type { PatchSiteSettings, SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { FieldError } from '@rollcall/shared/errors.ts'
import { urlFault } from '../notifications/webhook-reach.ts'

/**
 * Where a patch leaves webhooks that go where none may: of those it gives, by their address; of those that are there
 * already, when it withdraws what permits them. What a name leads to is seen at delivery.
 */
export function webhookFaults(
  { webhooks, allowPrivateWebhooks }: SiteSettings['notifications'],
  patch: PatchSiteSettings['notifications'],
): FieldError[] {
  if (patch?.webhooks) {
    return webhooks.flatMap(({ url }, index) => {
      const fault = urlFault(new URL(url), allowPrivateWebhooks)
      const path = `/notifications/webhooks/${index}/url`
      return fault === undefined ? [] : [{ path, message: `${new URL(url).hostname} ${fault}` }]
    })
  }
  if (patch?.allowPrivateWebhooks !== false) return []
  return webhooks.flatMap(({ name, url }) => {
    const [without, permitted] = [false, true].map((allowed) => urlFault(new URL(url), allowed))
    if (without === undefined || permitted !== undefined) return []
    const message = `is needed by the webhook ${JSON.stringify(name)}, which goes to ${new URL(url).hostname}`
    return [{ path: '/notifications/allowPrivateWebhooks', message }]
  })
}

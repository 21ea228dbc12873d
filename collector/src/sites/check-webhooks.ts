import type { PatchSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { FieldError } from '@rollcall/shared/errors.ts'
import { type Outbound, OutboundRefused } from '@rollcall/shared/node/outbound/outbound.ts'
import { webhookTarget } from './webhook-target.ts'

/** Rejects webhooks whose URL is in a closed address range. The address behind a name is checked at each delivery. */
export function webhookFaults(outbound: Outbound, patch: PatchSiteSettings['notifications']): FieldError[] {
  return (patch?.webhooks ?? []).flatMap(({ url }, index) => {
    const { purpose, ...target } = webhookTarget(new URL(url))
    try {
      outbound.checkAddress(purpose, target)
      return []
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error
      return [{ path: `/notifications/webhooks/${index}/url`, message: error.message }]
    }
  })
}

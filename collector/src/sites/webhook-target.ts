import type { Purpose, Target } from '@rollcall/shared/node/outbound/outbound.ts'

/** Returns the host and port of a webhook. Unencrypted webhooks go only where the operator allows it. */
export function webhookTarget({ protocol, hostname, port }: URL): Target & { purpose: Purpose } {
  return protocol === 'https:'
    ? { purpose: 'webhooks', host: hostname, port: Number(port || 443) }
    : { purpose: 'webhooks without https', host: hostname, port: Number(port || 80) }
}

import { cloudEventSchema } from '@rollcall/shared/api/event.ts'
import { reportMessageSchema } from '@rollcall/shared/api/report.ts'
import { z } from 'zod'
import type { App } from '../environment.ts'

const signatureHeaders = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the event, the same at each attempt. Use it to ignore a repeated delivery',
    example: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'Time of this attempt in seconds since 1970-01-01T00:00:00Z',
    example: '1763626530',
  }),
  'webhook-signature': z.string().meta({
    description:
      'Signature by Standard Webhooks: `v1,` and the base64 of the HMAC-SHA-256, with the secret of the webhook, of `webhook-id`, `webhook-timestamp` and body, joined by dots',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
})

/** Describes the requests that the collector sends to webhooks of a site. */
export function describeWebhooks(app: App): void {
  app.openAPIRegistry.registerWebhook({
    method: 'post',
    path: 'event',
    operationId: 'receiveEvent',
    tags: ['Notifications'],
    summary: 'Receive an event of the site',
    description:
      'The collector sends each event to the webhooks in the settings of the site that selected its type. Each event arrives at least once, in no guaranteed order. Verify `webhook-signature` before you trust the body. `type` decides what `data` contains: there is a schema and an example for each type.',
    security: [],
    request: {
      headers: signatureHeaders,
      body: { required: true, content: { 'application/cloudevents+json': { schema: cloudEventSchema } } },
    },
    responses: {
      '2XX': { description: 'The event was received' },
      410: { description: 'The webhook is disabled: it receives no further events' },
      default: { description: 'The delivery failed. Up to 9 further attempts follow over three days' },
    },
  })
  app.openAPIRegistry.registerWebhook({
    method: 'post',
    path: 'report',
    operationId: 'receiveReport',
    tags: ['Reports'],
    summary: 'Receive a run of a report',
    description:
      'The collector sends each run of a report to the webhooks that the report names, whatever event types they select. It is signed and repeated as an event is.',
    security: [],
    request: {
      headers: signatureHeaders,
      body: { required: true, content: { 'application/cloudevents+json': { schema: reportMessageSchema } } },
    },
    responses: {
      '2XX': { description: 'The report was received' },
      410: { description: 'The webhook is disabled: it receives nothing further' },
      default: { description: 'The delivery failed. Up to 9 further attempts follow over three days' },
    },
  })
}

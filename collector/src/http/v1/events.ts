import { eventStreamQuerySchema, resumeHeadersSchema } from '@rollcall/shared/api/event.ts'
import { cursorAfter, eventsAfter, toCloudEvent } from '../../activity/events/list-events.ts'
import { recordListener } from '../../activity/events/listeners.ts'
import { eventStream } from '../answers/event-stream.ts'
import type { App, HttpDeps } from '../environment.ts'
import { routesOf, serverSentEvents } from '../openapi/route.ts'

const eventsPerChunk = 100
const example = `id: 019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90
event: device.added
data: {"specversion":"1.0","id":"019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90","type":"rollcall.device.added",…}

`

const stream = routesOf('Notifications').get('/api/v1/events', {
  operationId: 'streamEvents',
  summary: 'Stream the events of the site',
  description:
    'Server-sent events: `event` is the type, such as `device.added`, `data` is a CloudEvent (schema `Event`, with one schema for each type), and `id` is its id. The stream starts with the next event, or after the event in `Last-Event-ID`. If that event is no longer stored (after 7 days), the stream starts with the oldest stored event. Events arrive in order, and none is left out. A comment every 15 seconds keeps the connection open. The stream ends when the token expires. A caller may have 10 open streams. A site may open streams only while others can open as many as it has. Webhooks receive the same events, each at least once and in no guaranteed order: `webhook-id` identifies a repeated one.',
  request: { query: eventStreamQuerySchema, headers: resumeHeadersSchema },
  responses: { 200: serverSentEvents('The events as they happen', example) },
})

export function eventRoutes(app: App, deps: HttpDeps): void {
  app.openapi(stream, async (c) => {
    const ctx = c.get('ctx')
    const { types } = c.req.valid('query')
    const lastId = c.req.valid('header')['last-event-id']
    await recordListener(ctx, ctx.siteId)
    let cursor = await cursorAfter(ctx, ctx.siteId, lastId)
    return eventStream(c, deps, {
      async next() {
        const rows = await eventsAfter(ctx, ctx.siteId, cursor, eventsPerChunk)
        const last = rows.at(-1)
        if (!last) return undefined
        cursor = { batch: last.batch ?? cursor.batch, id: last.id }
        const wanted = rows.filter(({ type }) => types?.includes(type) ?? true)
        return {
          events: wanted.map((row) => ({ id: row.id, event: row.type, data: toCloudEvent(row) })),
          hasMore: rows.length === eventsPerChunk,
        }
      },
    })
  })
}

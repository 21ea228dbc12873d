import type { OpenAPIHono } from '@hono/zod-openapi'
import { mailTestSchema, notificationListSchema, notificationQuerySchema } from '@rollcall/shared/api/notification.ts'
import { listNotifications } from '../../activity/notifications/list-notifications.ts'
import { sendTestMail } from '../../activity/notifications/send-test-mail.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const list = v1Route({
  'x-capability': 'Administrator',
  method: 'get',
  path: '/api/v1/notifications',
  operationId: 'listNotifications',
  tags: ['Notifications'],
  summary: 'List what was sent or failed',
  description:
    'Newest first, ties by id. Each notification has a delivery for every recipient and webhook; `status` filters for those with a delivery in that state. What is not taken is tried again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, then it has failed; a refusal that is final fails at once. Those of events are kept for 7 days, others for a year. Recipients are people: this is not for every caller.',
  request: { query: notificationQuerySchema },
  responses: { 200: json(notificationListSchema, 'A page of notifications') },
})

const test = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/site/settings/notifications/test',
  operationId: 'testMail',
  tags: ['Sites'],
  summary: 'Send a test mail to the recipients and say what failed',
  description: 'With the settings as they are stored, in at most 30 seconds; it is not among the notifications.',
  responses: { 200: json(mailTestSchema, 'What became of it') },
})

export function notificationRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listNotifications(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(test, async (c) => c.json(await sendTestMail(c.get('ctx')), 200))
}

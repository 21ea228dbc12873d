import { mailTestSchema, notificationListSchema, notificationQuerySchema } from '@rollcall/shared/api/notification.ts'
import { listNotifications } from '../../activity/notifications/list-notifications.ts'
import { sendTestMail } from '../../activity/notifications/send-test-mail.ts'
import { answerList } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, routesOf } from '../openapi/route.ts'

const list = routesOf('Notifications').get('/api/v1/notifications', {
  'x-capability': 'Administrator',
  operationId: 'listNotifications',
  summary: 'List notifications and their deliveries',
  description:
    'Newest first, then by id. Each notification has a delivery for every recipient and webhook. `status` returns the notifications with a delivery in that state. A failed delivery is repeated after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours; then its state is failed. A permanent refusal fails at once. Notifications of events are kept for 7 days, those of findings for 90 days, others for one year.',
  request: { query: notificationQuerySchema },
  responses: { 200: json(notificationListSchema, 'A page of notifications') },
})

const test = routesOf('Sites').post('/api/v1/site/settings/notifications/test', {
  'x-capability': 'Administrator',
  operationId: 'testMail',
  summary: 'Send a test mail to the recipients',
  description:
    'Uses the stored settings, takes at most 30 seconds, and reports what failed. The test mail is not in the list of notifications.',
  responses: { 200: json(mailTestSchema, 'The result of the test') },
})

export function notificationRoutes(app: App): void {
  app.openapi(list, answerList(listNotifications))
  app.openapi(test, async (c) => c.json(await sendTestMail(c.get('ctx')), 200))
}

import { alertListSchema, confirmAlertSchema } from '@rollcall/shared/api/alert.ts'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { z } from 'zod'
import { confirmHold } from '../../operations/held-jobs/confirm-held-job.ts'
import { listAlerts } from '../../operations/list-alerts.ts'
import { answerList } from '../answers/respond.ts'
import type { App, HttpDeps } from '../environment.ts'
import { json, jsonBody, problems, routesOf } from '../openapi/route.ts'

const exampleId = 'retention.held:019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'

const route = routesOf('Notifications')

const list = route.get('/api/v1/alerts', {
  operationId: 'listAlerts',
  summary: 'List the open alerts',
  description:
    'Errors first, then newest first, then by id. An alert stays open until its cause is gone. For an expired App registration, that is when it is deleted or gets a later expiration date. Warnings: an App registration that expires within 30 days, and Snapshot storage that accepts no copies. Errors: a full disk, and a database that accepts no changes. `auditService.shared`: several processes use the identity of one Audit Service, for example after its state directory was copied. `clock.leapt` and `retention.held`: a job waits for a person, and `confirmation` says what it would do.',
  request: { query: pageQuerySchema },
  responses: { 200: json(alertListSchema, 'A page of alerts') },
})

const confirm = route.post('/api/v1/alerts/{id}/confirm', {
  'x-capability': 'Administrator',
  operationId: 'confirmAlert',
  summary: 'Confirm a held job',
  description:
    'Only for alerts with a `confirmation`. The job affects at most `count` objects; if it would affect more, it is held again. 409 `alert_changed` if the alert has another count by now.',
  request: {
    params: z.object({ id: z.string().meta({ description: 'Id of the alert', example: exampleId }) }),
    body: jsonBody(confirmAlertSchema),
  },
  responses: { 204: { description: 'Confirmed: the job continues' }, ...problems(409) },
})

export function alertRoutes(app: App, { alertConfirmed }: HttpDeps): void {
  app.openapi(list, answerList(listAlerts))
  app.openapi(confirm, async (c) => {
    await confirmHold(c.get('ctx'), c.req.valid('param').id, c.req.valid('json').count)
    alertConfirmed()
    return c.body(null, 204)
  })
}

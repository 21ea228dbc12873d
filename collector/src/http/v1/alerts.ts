import type { OpenAPIHono } from '@hono/zod-openapi'
import { alertListSchema, confirmAlertSchema } from '@rollcall/shared/api/alert.ts'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { z } from 'zod'
import { listAlerts } from '../../operations/alerts/list-alerts.ts'
import { confirmHold } from '../../operations/held-jobs/confirm-held-job.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { json, jsonBody, problems, v1Route } from '../openapi/route.ts'

const exampleId = 'retention.held:019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'

const list = v1Route({
  method: 'get',
  path: '/api/v1/alerts',
  operationId: 'listAlerts',
  tags: ['Notifications'],
  summary: 'List what needs attention now',
  description:
    'Errors first, then the newest, ties by id. An alert stands until its cause is gone: for an expired App registration until it is deleted or has a later expiration date. A registration that expires within 30 days is a warning, as is Snapshot storage that takes no copies. A full disk and a database that takes no changes are errors while they last. `auditService.shared` is an Audit Service whose identity several processes use at once, as after its state directory was copied. `clock.leapt` and `retention.held` are jobs that wait for a person: `confirmation` says what they would do.',
  request: { query: pageQuerySchema },
  responses: { 200: json(alertListSchema, 'A page of alerts') },
})

const confirm = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/alerts/{id}/confirm',
  operationId: 'confirmAlert',
  tags: ['Notifications'],
  summary: 'Let a held job go on',
  description:
    'For alerts with a `confirmation`. The job does at most what `count` says; when it would do more by then, it is held again. 409 `alert_changed` when the alert has another count by now.',
  request: {
    params: z.object({ id: z.string().meta({ description: 'Id of the alert', example: exampleId }) }),
    body: jsonBody(confirmAlertSchema),
  },
  responses: { 204: { description: 'Confirmed: the job goes on' }, ...problems(409) },
})

export function alertRoutes(app: OpenAPIHono<Environment>, { alertConfirmed }: HttpDeps): void {
  app.openapi(list, async (c) => c.json(await listAlerts(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(confirm, async (c) => {
    await confirmHold(c.get('ctx'), c.req.valid('param').id, c.req.valid('json').count)
    alertConfirmed()
    return c.body(null, 204)
  })
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { requestAudit } from '../../scanning/tasks/request-audit.ts'
import type { Environment } from '../environment.ts'
import { problems, queued, v1Route } from '../openapi/route.ts'

const audit = v1Route({
  'x-capability': 'StartAuditsOrScans',
  method: 'post',
  path: '/api/v1/devices/{id}/audit',
  operationId: 'auditDevice',
  tags: ['Devices'],
  summary: 'Audit a device',
  description:
    'Answers at once; follow the task by its id. The Audit Service of the segment that the device was last found on audits it, with the credentials and options of that segment. A device that does not answer, or that none of them can read, makes the task Failed.',
  request: { params: idParamsSchema },
  responses: { 202: queued('The audit is queued'), ...problems(409) },
})

export function deviceAuditRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(audit, async (c) => {
    const task = await requestAudit(c.get('ctx'), c.req.valid('param').id)
    c.header('Location', `/api/v1/tasks/${task.taskId}`)
    return c.json(task, 202)
  })
}

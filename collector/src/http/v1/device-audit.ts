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
    'Answers at once with a task id. The Audit Service of the segment that last found the device audits it, with the credentials and options of that segment. The task fails if the device does not answer, or if no credential can read it.',
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

import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { taskListSchema, taskQuerySchema, taskRecordSchema } from '@rollcall/shared/api/task.ts'
import { auditAgainSchema, taskHostListSchema, taskHostQuerySchema } from '@rollcall/shared/api/task-host.ts'
import { auditAgain } from '../../scanning/tasks/audit-again.ts'
import { cancelTask } from '../../scanning/tasks/cancel-task.ts'
import { listTaskHosts } from '../../scanning/tasks/list-hosts.ts'
import { getTask, listTasks } from '../../scanning/tasks/list-tasks.ts'
import { show } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, problems, queued, v1Route } from '../openapi/route.ts'

const tags = ['Tasks']

const list = v1Route({
  method: 'get',
  path: '/api/v1/tasks',
  operationId: 'listTasks',
  tags,
  summary: 'List tasks',
  description: 'Newest first, then by id.',
  request: { query: taskQuerySchema },
  responses: { 200: json(taskListSchema, 'A page of tasks') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/tasks/{id}',
  operationId: 'getTask',
  tags,
  summary: 'Get a task with its progress',
  request: { params: idParamsSchema },
  responses: { 200: json(taskRecordSchema, 'The task'), ...notModified },
})

const hosts = v1Route({
  method: 'get',
  path: '/api/v1/tasks/{id}/hosts',
  operationId: 'listTaskHosts',
  tags,
  summary: 'List the hosts that answered a task',
  description:
    'Each host is listed once, with what was tried to read it and what came back. Default order: the time at which they were stored, oldest first, then by address. To follow a task, repeat the request with the `at` of the last host as `since`. The answer contains that host again, and perhaps others with the same time.',
  request: { params: idParamsSchema, query: taskHostQuerySchema },
  responses: { 200: json(taskHostListSchema, 'A page of hosts') },
})

const cancel = v1Route({
  'x-capability': 'StartAuditsOrScans',
  method: 'post',
  path: '/api/v1/tasks/{id}/cancel',
  operationId: 'cancelTask',
  tags,
  summary: 'Cancel a task',
  description: 'Results stored until then are kept.',
  request: { params: idParamsSchema },
  responses: { 202: json(taskRecordSchema, 'The cancelled task'), ...problems(409) },
})

const again = v1Route({
  'x-capability': 'StartAuditsOrScans',
  method: 'post',
  path: '/api/v1/tasks/{id}/audit',
  operationId: 'auditTaskHosts',
  tags,
  summary: 'Audit hosts of a task again',
  description:
    'Answers at once with the id of a new task. The Audit Service of the segment audits the hosts, with the given credentials or those of the segment.',
  request: { params: idParamsSchema, body: jsonBody(auditAgainSchema) },
  responses: { 202: queued('The audit is queued'), ...problems(409) },
})

export function taskRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listTasks(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getTask(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(hosts, async (c) =>
    c.json(await listTaskHosts(c.get('ctx'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
  app.openapi(again, async (c) => {
    const task = await auditAgain(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    c.header('Location', `/api/v1/tasks/${task.taskId}`)
    return c.json(task, 202)
  })
  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid('param')
    await cancelTask(c.get('ctx'), id)
    return c.json(await getTask(c.get('ctx'), id), 202)
  })
}

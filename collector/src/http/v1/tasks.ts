import { taskListSchema, taskQuerySchema, taskRecordSchema } from '@rollcall/shared/api/task.ts'
import { auditAgainSchema, taskHostListSchema, taskHostQuerySchema } from '@rollcall/shared/api/task-host.ts'
import { auditAgain } from '../../scanning/tasks/audit-again.ts'
import { cancelTask } from '../../scanning/tasks/cancel-task.ts'
import { listTaskHosts } from '../../scanning/tasks/list-hosts.ts'
import { getTask, listTasks } from '../../scanning/tasks/list-tasks.ts'
import { requestAudit } from '../../scanning/tasks/request-audit.ts'
import { answerGet, answerList, answerListBelow, showQueued } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, problems, queued, routesOf } from '../openapi/route.ts'

const route = routesOf('Tasks')

const list = route.get('/api/v1/tasks', {
  operationId: 'listTasks',
  summary: 'List tasks',
  description: 'Newest first, then by id.',
  request: { query: taskQuerySchema },
  responses: { 200: json(taskListSchema, 'A page of tasks') },
})

const get = route.get('/api/v1/tasks/{id}', {
  operationId: 'getTask',
  summary: 'Get a task with its progress',
  responses: { 200: json(taskRecordSchema, 'The task'), ...notModified },
})

const hosts = route.get('/api/v1/tasks/{id}/hosts', {
  operationId: 'listTaskHosts',
  summary: 'List the hosts that answered a task',
  description:
    'Each host is listed once, with what was tried to read it and what came back. Default order: the time at which they were stored, oldest first, then by address. To follow a task, repeat the request with the `at` of the last host as `since`. The answer contains that host again, and perhaps others with the same time.',
  request: { query: taskHostQuerySchema },
  responses: { 200: json(taskHostListSchema, 'A page of hosts') },
})

const cancel = route.post('/api/v1/tasks/{id}/cancel', {
  'x-capability': 'StartAuditsOrScans',
  operationId: 'cancelTask',
  summary: 'Cancel a task',
  description: 'Results stored until then are kept.',
  responses: { 202: json(taskRecordSchema, 'The cancelled task'), ...problems(409) },
})

const again = route.post('/api/v1/tasks/{id}/audit', {
  'x-capability': 'StartAuditsOrScans',
  operationId: 'auditTaskHosts',
  summary: 'Audit hosts of a task again',
  description:
    'Answers at once with the id of a new task. The Audit Service of the segment audits the hosts, with the given credentials or those of the segment.',
  request: { body: jsonBody(auditAgainSchema) },
  responses: { 202: queued('The audit is queued'), ...problems(409) },
})

const audit = routesOf('Devices').post('/api/v1/devices/{id}/audit', {
  'x-capability': 'StartAuditsOrScans',
  operationId: 'auditDevice',
  summary: 'Audit a device',
  description:
    'Answers at once with a task id. The Audit Service of the segment that last found the device audits it, with the credentials and options of that segment. The task fails if the device does not answer, or if no credential can read it.',
  responses: { 202: queued('The audit is queued'), ...problems(409) },
})

export function taskRoutes(app: App): void {
  app.openapi(list, answerList(listTasks))
  app.openapi(get, answerGet(getTask))
  app.openapi(hosts, answerListBelow(listTaskHosts))
  app.openapi(audit, async (c) => showQueued(c, await requestAudit(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(again, async (c) =>
    showQueued(c, await auditAgain(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))),
  )
  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid('param')
    await cancelTask(c.get('ctx'), id)
    return c.json(await getTask(c.get('ctx'), id), 202)
  })
}

import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { resumeHeadersSchema } from '@rollcall/shared/api/event.ts'
import { type TaskRecord, terminalStatuses } from '@rollcall/shared/api/task.ts'
import { getTask } from '../../scanning/tasks/list-tasks.ts'
import { eventStream } from '../answers/event-stream.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { serverSentEvents, v1Route } from '../openapi/route.ts'

/** Progress is no event of the site: it comes too often to be kept. */
const pollMs = 1_000
const example = `id: Zq3tW8mVb1nYc5xLd7kRf9
event: task
data: {"id":"019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90","kind":"scan","status":"Running",…}

`

const stream = v1Route({
  method: 'get',
  path: '/api/v1/tasks/{id}/events',
  operationId: 'streamTaskEvents',
  tags: ['Tasks'],
  summary: 'Follow a task',
  description:
    'Server-sent events: `event` is `task` and `data` the task (the schema Task) with its status and progress, first as it is now, then whenever it has changed, at most once a second. `id` stands for that very state: with it in `Last-Event-ID` the stream goes on without repeating it. It ends after the state that ends the task; who has that already gets 204, on which an EventSource does not connect again.',
  request: { params: idParamsSchema, headers: resumeHeadersSchema },
  responses: {
    200: serverSentEvents('The states as they come', example),
    204: { description: 'The task has ended, and the caller has that state' },
  },
})

const stateId = (task: TaskRecord): string =>
  createHash('sha256').update(JSON.stringify(task)).digest('base64url').slice(0, 22)
const hasEnded = ({ status }: TaskRecord): boolean => terminalStatuses.includes(status)

export function taskEventRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps): void {
  app.openapi(stream, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    let seen = c.req.valid('header')['last-event-id']
    const first = await getTask(ctx, id)
    if (hasEnded(first) && seen === stateId(first)) return c.body(null, 204)
    return eventStream(c, deps, {
      pollMs,
      async next() {
        const task = await getTask(ctx, id)
        const state = stateId(task)
        const isLast = hasEnded(task)
        if (state === seen) return { events: [], isLast }
        seen = state
        return { events: [{ id: state, event: 'task', data: task }], isLast }
      },
    })
  })
}

import { createHash } from 'node:crypto'
import { resumeHeadersSchema } from '@rollcall/shared/api/event.ts'
import { type TaskRecord, terminalStatuses } from '@rollcall/shared/api/task.ts'
import { getTask } from '../../scanning/tasks/list-tasks.ts'
import { eventStream } from '../answers/event-stream.ts'
import type { App, HttpDeps } from '../environment.ts'
import { routesOf, serverSentEvents } from '../openapi/route.ts'

/** Interval at which progress is read: it changes too often to be stored as events. */
const pollMs = 1_000
const example = `id: Zq3tW8mVb1nYc5xLd7kRf9
event: task
data: {"id":"019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90","kind":"scan","status":"Running",…}

`

const stream = routesOf('Tasks').get('/api/v1/tasks/{id}/events', {
  operationId: 'streamTaskEvents',
  summary: 'Stream the progress of a task',
  description:
    'Server-sent events: `event` is `task` and `data` is the task (schema Task) with its status and progress. The first event is the current state. Further events follow when it changes, at most once a second. `id` identifies the state: with it in `Last-Event-ID`, the stream continues without repeating that state. The stream ends after the final state. A caller that already has the final state gets 204, after which an EventSource does not reconnect.',
  request: { headers: resumeHeadersSchema },
  responses: {
    200: serverSentEvents('The states of the task as they occur', example),
    204: { description: 'The task has ended, and the caller already has its final state' },
  },
})

const stateId = (task: TaskRecord): string =>
  createHash('sha256').update(JSON.stringify(task)).digest('base64url').slice(0, 22)
const hasEnded = ({ status }: TaskRecord): boolean => terminalStatuses.includes(status)

export function taskEventRoutes(app: App, deps: HttpDeps): void {
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

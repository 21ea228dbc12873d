import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import {
  createScheduleSchema,
  patchScheduleSchema,
  scheduleListSchema,
  schedulePreviewRequestSchema,
  schedulePreviewSchema,
  scheduleQuerySchema,
  scheduleSchema,
} from '@rollcall/shared/api/schedule.ts'
import { createSchedule } from '../../scanning/schedules/create-schedule.ts'
import { deleteSchedule } from '../../scanning/schedules/delete-schedule.ts'
import { getSchedule, listSchedules } from '../../scanning/schedules/list-schedules.ts'
import { previewSchedule } from '../../scanning/schedules/preview-runs.ts'
import { updateSchedule } from '../../scanning/schedules/update-schedule.ts'
import { answersOf } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const tags = ['Schedules']
const { preconditionOf, show, showChanged, showCreated } = answersOf(patchScheduleSchema.keyof().options)

const list = v1Route({
  method: 'get',
  path: '/api/v1/schedules',
  operationId: 'listSchedules',
  tags,
  summary: 'List schedules',
  description: 'Sorted by name, then id.',
  request: { query: scheduleQuerySchema },
  responses: { 200: json(scheduleListSchema, 'A page of schedules') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/schedules/{id}',
  operationId: 'getSchedule',
  tags,
  summary: 'Get a schedule',
  request: { params: idParamsSchema },
  responses: { 200: json(scheduleSchema, 'The schedule'), ...notModified },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/schedules',
  operationId: 'createSchedule',
  tags,
  summary: 'Create a schedule',
  description:
    'A scan schedule is assigned to segments and scans them. An audit schedule is assigned to segments or devices, and audits the devices in the inventory. Times are local times in `timeZone`. If a change to daylight saving time skips a fixed time of day, the run starts right after the change; a time that occurs twice starts one run. A scan or audit that is still running is not started again. Runs missed while no collector was running are replaced by one run, or by none if missedRuns is `skip`.',
  request: { body: jsonBody(createScheduleSchema) },
  responses: { 201: json(scheduleSchema, 'The new schedule'), ...problems(409) },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/schedules/{id}',
  operationId: 'updateSchedule',
  tags,
  summary: 'Update a schedule',
  description: 'The kind cannot be changed.',
  request: { params: idParamsSchema, body: patchBody(patchScheduleSchema) },
  responses: { 200: json(scheduleSchema, 'The updated schedule'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/schedules/{id}',
  operationId: 'deleteSchedule',
  tags,
  summary: 'Delete a schedule',
  description: 'Removes the schedule from its segments and devices. Scans and audits that it started continue.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

const preview = v1Route({
  method: 'post',
  path: '/api/v1/schedules/preview',
  operationId: 'previewSchedule',
  tags,
  summary: 'Preview the next runs of a schedule',
  description: 'Stores nothing: use it to try an expression before saving it.',
  request: { body: jsonBody(schedulePreviewRequestSchema) },
  responses: { 200: json(schedulePreviewSchema, 'The next runs') },
})

export function scheduleRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listSchedules(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getSchedule(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createSchedule(c.get('ctx'), c.req.valid('json'))))
  app.openapi(preview, (c) => c.json(previewSchedule(c.get('ctx'), c.req.valid('json')), 200))
  app.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await updateSchedule(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(remove, async (c) => {
    await deleteSchedule(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}

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
import { getSchedule, listSchedules, previewSchedule } from '../../scanning/schedules/list-schedules.ts'
import { updateSchedule } from '../../scanning/schedules/update-schedule.ts'
import { answerList, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Schedules')
const { answerCreate, answerDelete, answerGet, answerUpdate } = answersOf(patchScheduleSchema.keyof().options)

const list = route.get('/api/v1/schedules', {
  operationId: 'listSchedules',
  summary: 'List schedules',
  description: 'Sorted by name, then id.',
  request: { query: scheduleQuerySchema },
  responses: { 200: json(scheduleListSchema, 'A page of schedules') },
})

const get = route.get('/api/v1/schedules/{id}', {
  operationId: 'getSchedule',
  summary: 'Get a schedule',
  responses: { 200: json(scheduleSchema, 'The schedule'), ...notModified },
})

const create = route.post('/api/v1/schedules', {
  'x-capability': 'Administrator',
  operationId: 'createSchedule',
  summary: 'Create a schedule',
  description:
    'A scan schedule is assigned to segments and scans them. An audit schedule is assigned to segments or devices, and audits the devices in the inventory. Times are local times in `timeZone`. If a change to daylight saving time skips a fixed time of day, the run starts right after the change; a time that occurs twice starts one run. A scan or audit that is still running is not started again. Runs missed while no collector was running are replaced by one run, or by none if missedRuns is `skip`.',
  request: { body: jsonBody(createScheduleSchema) },
  responses: { 201: json(scheduleSchema, 'The new schedule'), ...problems(409) },
})

const update = route.patch('/api/v1/schedules/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateSchedule',
  summary: 'Update a schedule',
  description: 'The kind cannot be changed.',
  request: { body: patchBody(patchScheduleSchema) },
  responses: { 200: json(scheduleSchema, 'The updated schedule'), ...problems(409) },
})

const remove = route.delete('/api/v1/schedules/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteSchedule',
  summary: 'Delete a schedule',
  description: 'Removes the schedule from its segments and devices. Scans and audits that it started continue.',
  responses: { 204: { description: 'Deleted' } },
})

const preview = route.post('/api/v1/schedules/preview', {
  operationId: 'previewSchedule',
  summary: 'Preview the next runs of a schedule',
  description: 'Stores nothing: use it to try an expression before saving it.',
  request: { body: jsonBody(schedulePreviewRequestSchema) },
  responses: { 200: json(schedulePreviewSchema, 'The next runs') },
})

export function scheduleRoutes(app: App): void {
  app.openapi(list, answerList(listSchedules))
  app.openapi(get, answerGet(getSchedule))
  app.openapi(create, answerCreate(createSchedule))
  app.openapi(preview, (c) => c.json(previewSchedule(c.get('ctx'), c.req.valid('json')), 200))
  app.openapi(update, answerUpdate(updateSchedule))
  app.openapi(remove, answerDelete(deleteSchedule))
}

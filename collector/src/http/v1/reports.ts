import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  createReportSchema,
  patchReportSchema,
  reportLimits,
  reportListSchema,
  reportQuerySchema,
  reportRunListSchema,
  reportRunSchema,
  reportSchema,
} from '@rollcall/shared/api/report.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { createReport } from '../../reports/create-report.ts'
import { getReport, listReports, listRuns } from '../../reports/list-reports.ts'
import { requestRun } from '../../reports/queue-run.ts'
import { deleteReport, takeOverReport, updateReport } from '../../reports/update-report.ts'
import { answerList, answerListBelow, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Reports', 'Administrator')
const { answerCreate, answerDelete, answerGet, answerUpdate, showChanged } = answersOf([
  ...patchReportSchema.keyof().exclude(['viewId']).options,
  'view',
  'owner',
])

const list = route.get('/api/v1/reports', {
  operationId: 'listReports',
  summary: 'List reports',
  description: 'Sorted by name, then id.',
  request: { query: reportQuerySchema },
  responses: { 200: json(reportListSchema, 'A page of reports') },
})

const get = route.get('/api/v1/reports/{id}', {
  operationId: 'getReport',
  summary: 'Get a report',
  responses: { 200: json(reportSchema, 'The report'), ...notModified },
})

const create = route.post('/api/v1/reports', {
  operationId: 'createReport',
  summary: 'Create a report',
  description: `The caller becomes its owner, and each run reads the view with the rights that the owner has then. If the owner is deleted or no longer an Administrator of the site, the report pauses. The list is attached as the same CSV or XLSX that a GET of the list returns, a list of devices with the columns of the view; one of more than ${counted(reportLimits.rows, 'row')} or ${reportLimits.bytes / 1_000_000} MB is not, and the message says so. A report runs once an hour at most. All runs missed while no collector was running are replaced by one.`,
  request: { body: jsonBody(createReportSchema) },
  responses: { 201: json(reportSchema, 'The new report'), ...problems(409) },
})

const update = route.patch('/api/v1/reports/{id}', {
  operationId: 'updateReport',
  summary: 'Update a report',
  description: 'A paused report resumes with another view or with `enabled: true`, unless it has no owner.',
  request: { body: patchBody(patchReportSchema) },
  responses: { 200: json(reportSchema, 'The updated report'), ...problems(409) },
})

const takeOver = route.post('/api/v1/reports/{id}/take-over', {
  operationId: 'takeOverReport',
  summary: 'Become the owner of a report',
  description: 'From now on it runs with your rights. A paused report resumes.',
  responses: { 200: json(reportSchema, 'The report with its new owner') },
})

const remove = route.delete('/api/v1/reports/{id}', {
  operationId: 'deleteReport',
  summary: 'Delete a report and its history',
  description: 'Deliveries that are under way continue.',
  responses: { 204: { description: 'Deleted' } },
})

const run = route.post('/api/v1/reports/{id}/run', {
  operationId: 'runReport',
  summary: 'Run a report now',
  description:
    'Sends it to its recipients and webhooks, with the rights of its owner. 409 while three runs are under way.',
  responses: { 202: json(reportRunSchema, 'The run'), ...problems(409) },
})

const runs = route.get('/api/v1/reports/{id}/runs', {
  operationId: 'listReportRuns',
  summary: 'List the runs of a report',
  description: `Newest first; the last ${reportLimits.runs} are kept.`,
  request: { query: pageQuerySchema },
  responses: { 200: json(reportRunListSchema, 'A page of runs') },
})

export function reportRoutes(app: App): void {
  app.openapi(list, answerList(listReports))
  app.openapi(get, answerGet(getReport))
  app.openapi(create, answerCreate(createReport))
  app.openapi(update, answerUpdate(updateReport))
  app.openapi(takeOver, async (c) => showChanged(c, await takeOverReport(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(remove, answerDelete(deleteReport))
  app.openapi(run, async (c) => c.json(await requestRun(c.get('ctx'), c.req.valid('param').id), 202))
  app.openapi(runs, answerListBelow(listRuns))
}

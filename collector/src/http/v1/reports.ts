import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
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
import { getReport, listReports } from '../../reports/list-reports.ts'
import { listRuns } from '../../reports/list-runs.ts'
import { requestRun } from '../../reports/queue-run.ts'
import { deleteReport, takeOverReport, updateReport } from '../../reports/update-report.ts'
import { answersOf, listBelow } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const common = { tags: ['Reports'], 'x-capability': 'Administrator' as const }
const { preconditionOf, show, showChanged, showCreated } = answersOf([
  ...patchReportSchema.keyof().exclude(['viewId']).options,
  'view',
  'owner',
])

const list = v1Route({
  ...common,
  method: 'get',
  path: '/api/v1/reports',
  operationId: 'listReports',
  summary: 'List reports',
  description: 'Sorted by name, then id.',
  request: { query: reportQuerySchema },
  responses: { 200: json(reportListSchema, 'A page of reports') },
})

const get = v1Route({
  ...common,
  method: 'get',
  path: '/api/v1/reports/{id}',
  operationId: 'getReport',
  summary: 'Get a report',
  request: { params: idParamsSchema },
  responses: { 200: json(reportSchema, 'The report'), ...notModified },
})

const create = v1Route({
  ...common,
  method: 'post',
  path: '/api/v1/reports',
  operationId: 'createReport',
  summary: 'Create a report',
  description: `The caller becomes its owner, and each run reads the view with the rights that the owner has then. If the owner is deleted or no longer an Administrator of the site, the report pauses. The list is attached as the same CSV or XLSX that a GET of the list returns, a list of devices with the columns of the view; one of more than ${counted(reportLimits.rows, 'row')} or ${reportLimits.bytes / 1_000_000} MB is not, and the message says so. A report runs once an hour at most. All runs missed while no collector was running are replaced by one.`,
  request: { body: jsonBody(createReportSchema) },
  responses: { 201: json(reportSchema, 'The new report'), ...problems(409) },
})

const update = v1Route({
  ...common,
  method: 'patch',
  path: '/api/v1/reports/{id}',
  operationId: 'updateReport',
  summary: 'Update a report',
  description: 'A paused report resumes with another view or with `enabled: true`, unless it has no owner.',
  request: { params: idParamsSchema, body: patchBody(patchReportSchema) },
  responses: { 200: json(reportSchema, 'The updated report'), ...problems(409) },
})

const takeOver = v1Route({
  ...common,
  method: 'post',
  path: '/api/v1/reports/{id}/take-over',
  operationId: 'takeOverReport',
  summary: 'Become the owner of a report',
  description: 'From now on it runs with your rights. A paused report resumes.',
  request: { params: idParamsSchema },
  responses: { 200: json(reportSchema, 'The report with its new owner') },
})

const remove = v1Route({
  ...common,
  method: 'delete',
  path: '/api/v1/reports/{id}',
  operationId: 'deleteReport',
  summary: 'Delete a report and its history',
  description: 'Deliveries that are under way continue.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

const run = v1Route({
  ...common,
  method: 'post',
  path: '/api/v1/reports/{id}/run',
  operationId: 'runReport',
  summary: 'Run a report now',
  description:
    'Sends it to its recipients and webhooks, with the rights of its owner. 409 while three runs are under way.',
  request: { params: idParamsSchema },
  responses: { 202: json(reportRunSchema, 'The run'), ...problems(409) },
})

const runs = v1Route({
  ...common,
  method: 'get',
  path: '/api/v1/reports/{id}/runs',
  operationId: 'listReportRuns',
  summary: 'List the runs of a report',
  description: `Newest first; the last ${reportLimits.runs} are kept.`,
  request: { params: idParamsSchema, query: pageQuerySchema },
  responses: { 200: json(reportRunListSchema, 'A page of runs') },
})

export function reportRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listReports(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getReport(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createReport(c.get('ctx'), c.req.valid('json'))))
  app.openapi(update, async (c) =>
    showChanged(c, await updateReport(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'), preconditionOf(c))),
  )
  app.openapi(takeOver, async (c) => showChanged(c, await takeOverReport(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(remove, async (c) => {
    await deleteReport(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
  app.openapi(run, async (c) => c.json(await requestRun(c.get('ctx'), c.req.valid('param').id), 202))
  app.openapi(runs, listBelow(listRuns))
}

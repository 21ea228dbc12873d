import {
  acknowledgeSchema,
  changedFindingsSchema,
  findingListSchema,
  findingQuerySchema,
  findingSummarySchema,
  readFindingsSchema,
  reopenSchema,
  resolvedDays,
  snoozeSchema,
} from '@rollcall/shared/api/finding.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { acknowledgeFindings, reopenFindings, snoozeFindings } from '../../findings/states/change-state.ts'
import { listFindings } from '../../findings/states/list-findings.ts'
import { recordRead } from '../../findings/states/read-until.ts'
import { summarizeFindings } from '../../findings/states/summarize-findings.ts'
import { answerList } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, routesOf } from '../openapi/route.ts'

const route = routesOf('Findings')
const selected =
  'Give `ids`, or `ruleId` for all findings of a rule. Findings in other states, or of other sites, stay.'

const list = route.get('/api/v1/findings', {
  operationId: 'listFindings',
  summary: 'List findings',
  description: `Last raised first, then by id. Resolved findings are listed only with \`state\`, and deleted after ${counted(resolvedDays, 'day')}.`,
  request: { query: findingQuerySchema },
  responses: { 200: json(findingListSchema, 'A page of findings') },
})

const summary = route.get('/api/v1/findings/summary', {
  operationId: 'getFindingSummary',
  summary: 'Count findings by rule',
  responses: { 200: json(findingSummarySchema, 'The current counts, with their trend') },
})

const acknowledge = route.post('/api/v1/findings/acknowledge', {
  'x-capability': 'EditInventory',
  operationId: 'acknowledgeFindings',
  summary: 'Acknowledge findings',
  description: `They no longer count as open, until they resolve. ${selected}`,
  request: { body: jsonBody(acknowledgeSchema) },
  responses: { 200: json(changedFindingsSchema, 'The number of acknowledged findings') },
})

const snooze = route.post('/api/v1/findings/snooze', {
  'x-capability': 'EditInventory',
  operationId: 'snoozeFindings',
  summary: 'Snooze findings until a time',
  description: `They do not count as open until then. ${selected}`,
  request: { body: jsonBody(snoozeSchema) },
  responses: { 200: json(changedFindingsSchema, 'The number of snoozed findings') },
})

const reopen = route.post('/api/v1/findings/reopen', {
  'x-capability': 'EditInventory',
  operationId: 'reopenFindings',
  summary: 'Reopen acknowledged and snoozed findings',
  description: selected,
  request: { body: jsonBody(reopenSchema) },
  responses: { 200: json(changedFindingsSchema, 'The number of reopened findings') },
})

const read = route.post('/api/v1/findings/read', {
  operationId: 'readFindings',
  summary: 'Mark findings as read',
  description: 'For the caller only: findings raised up to a time no longer count as unread.',
  request: { body: jsonBody(readFindingsSchema) },
  responses: { 204: { description: 'Recorded' } },
})

export function findingRoutes(app: App): void {
  app.openapi(list, answerList(listFindings))
  app.openapi(summary, async (c) => c.json(await summarizeFindings(c.get('ctx')), 200))
  app.openapi(acknowledge, async (c) => c.json(await acknowledgeFindings(c.get('ctx'), c.req.valid('json')), 200))
  app.openapi(snooze, async (c) => c.json(await snoozeFindings(c.get('ctx'), c.req.valid('json')), 200))
  app.openapi(reopen, async (c) => c.json(await reopenFindings(c.get('ctx'), c.req.valid('json')), 200))
  app.openapi(read, async (c) => {
    await recordRead(c.get('ctx'), c.req.valid('json'))
    return c.body(null, 204)
  })
}

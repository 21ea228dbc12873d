import {
  createRuleSchema,
  patchRuleSchema,
  ruleLimits,
  ruleListSchema,
  ruleQuerySchema,
  ruleSchema,
} from '@rollcall/shared/api/rule.ts'
import { createRule } from '../../findings/rules/create-rule.ts'
import { deleteRule } from '../../findings/rules/delete-rule.ts'
import { getRule, listRules } from '../../findings/rules/list-rules.ts'
import { updateRule } from '../../findings/rules/update-rule.ts'
import { answerList, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Findings')
const { answerCreate, answerDelete, answerGet, answerUpdate } = answersOf(patchRuleSchema.keyof().options)

const list = route.get('/api/v1/rules', {
  operationId: 'listRules',
  summary: 'List rules',
  description: 'Sorted by name, then id.',
  request: { query: ruleQuerySchema },
  responses: { 200: json(ruleListSchema, 'A page of rules') },
})

const get = route.get('/api/v1/rules/{id}', {
  operationId: 'getRule',
  summary: 'Get a rule',
  responses: { 200: json(ruleSchema, 'The rule'), ...notModified },
})

const create = route.post('/api/v1/rules', {
  'x-capability': 'Administrator',
  operationId: 'createRule',
  summary: 'Create a rule',
  description: `The name must be unique on the site, without regard to case. Within a minute, the devices that match the query have findings, at most ${ruleLimits.findingsPerRule}. A rule on changes opens findings of later changes. A site has at most ${ruleLimits.rulesPerSite} rules.`,
  request: { body: jsonBody(createRuleSchema) },
  responses: { 201: json(ruleSchema, 'The new rule'), ...problems(409) },
})

const update = route.patch('/api/v1/rules/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateRule',
  summary: 'Update a rule',
  description: 'The trigger cannot be changed. Disabling a rule resolves its findings.',
  request: { body: patchBody(patchRuleSchema) },
  responses: { 200: json(ruleSchema, 'The updated rule'), ...problems(409) },
})

const remove = route.delete('/api/v1/rules/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteRule',
  summary: 'Delete a rule with its findings',
  responses: { 204: { description: 'Deleted' } },
})

export function ruleRoutes(app: App): void {
  app.openapi(list, answerList(listRules))
  app.openapi(get, answerGet(getRule))
  app.openapi(create, answerCreate(createRule))
  app.openapi(update, answerUpdate(updateRule))
  app.openapi(remove, answerDelete(deleteRule))
}

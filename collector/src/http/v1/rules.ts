import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
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
import { answersOf } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const tags = ['Findings']
const { preconditionOf, show, showChanged, showCreated } = answersOf(patchRuleSchema.keyof().options)

const list = v1Route({
  method: 'get',
  path: '/api/v1/rules',
  operationId: 'listRules',
  tags,
  summary: 'List rules',
  description: 'Sorted by name, then id.',
  request: { query: ruleQuerySchema },
  responses: { 200: json(ruleListSchema, 'A page of rules') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/rules/{id}',
  operationId: 'getRule',
  tags,
  summary: 'Get a rule',
  request: { params: idParamsSchema },
  responses: { 200: json(ruleSchema, 'The rule'), ...notModified },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/rules',
  operationId: 'createRule',
  tags,
  summary: 'Create a rule',
  description: `The name must be unique on the site, without regard to case. Within a minute, the devices that match the query have findings, at most ${ruleLimits.findingsPerRule}. A rule on changes opens findings of later changes. A site has at most ${ruleLimits.rulesPerSite} rules.`,
  request: { body: jsonBody(createRuleSchema) },
  responses: { 201: json(ruleSchema, 'The new rule'), ...problems(409) },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/rules/{id}',
  operationId: 'updateRule',
  tags,
  summary: 'Update a rule',
  description: 'The trigger cannot be changed. Disabling a rule resolves its findings.',
  request: { params: idParamsSchema, body: patchBody(patchRuleSchema) },
  responses: { 200: json(ruleSchema, 'The updated rule'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/rules/{id}',
  operationId: 'deleteRule',
  tags,
  summary: 'Delete a rule with its findings',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

export function ruleRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listRules(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getRule(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createRule(c.get('ctx'), c.req.valid('json'))))
  app.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await updateRule(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(remove, async (c) => {
    await deleteRule(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}

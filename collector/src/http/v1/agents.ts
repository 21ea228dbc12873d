import type { OpenAPIHono } from '@hono/zod-openapi'
import { agentListSchema, agentSchema } from '@rollcall/shared/api/agent.ts'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { deleteAgent } from '../../enrollment/agents/delete-agent.ts'
import { getAgent, listAgents } from '../../enrollment/agents/list-agents.ts'
import { answersOf } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, notModified, v1Route } from '../openapi/route.ts'

const tags = ['Agents']
const { preconditionOf, show } = answersOf([])

const list = v1Route({
  method: 'get',
  path: '/api/v1/agents',
  operationId: 'listAgents',
  tags,
  summary: 'List agents',
  description:
    'Sorted by host name, capitals first, then by id. Active: contact within the last three hours. Inactive: no such contact. Outdated: contact from another version. Pending: no contact since it joined.',
  request: { query: pageQuerySchema },
  responses: { 200: json(agentListSchema, 'A page of agents') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/agents/{id}',
  operationId: 'getAgent',
  tags,
  summary: 'Get an agent',
  request: { params: idParamsSchema },
  responses: { 200: json(agentSchema, 'The agent'), ...notModified },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/agents/{id}',
  operationId: 'deleteAgent',
  tags,
  summary: 'Delete an agent',
  description: 'Its token becomes invalid at once. Its snapshots, and the device it runs on, stay.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Removed' } },
})

export function agentListRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listAgents(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getAgent(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(remove, async (c) => {
    await deleteAgent(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}

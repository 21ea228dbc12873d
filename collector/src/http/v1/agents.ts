import {
  type Agent,
  type AgentQuery,
  agentListSchema,
  agentQuerySchema,
  agentSchema,
  agentSummarySchema,
  patchAgentSchema,
} from '@rollcall/shared/api/agent.ts'
import { joinTokenSchema } from '@rollcall/shared/api/join-token.ts'
import { agentSummary } from '../../enrollment/agents/agent-summary.ts'
import { createAgentRejoinToken } from '../../enrollment/agents/create-agent-rejoin-token.ts'
import { deleteAgent } from '../../enrollment/agents/delete-agent.ts'
import { exportAgents, getAgent, listAgents } from '../../enrollment/agents/list-agents.ts'
import { renameAgent } from '../../enrollment/agents/rename-agent.ts'
import { requestSnapshot } from '../../enrollment/agents/request-snapshot.ts'
import type { Context } from '../../lib/context.ts'
import type { Cell } from '../../lib/table-records.ts'
import { answerListOrFile, describeList } from '../answers/list-files.ts'
import { answersOf } from '../answers/respond.ts'
import type { App, HttpDeps } from '../environment.ts'
import { json, notModified, patchBody, routesOf } from '../openapi/route.ts'
import { answerJoinToken } from './join-tokens.ts'

const route = routesOf('Agents')
const { answerGet, answerUpdate, preconditionOf } = answersOf(patchAgentSchema.keyof().options)

const list = route.get('/api/v1/agents', {
  operationId: 'listAgents',
  summary: 'List agents',
  description:
    'Active: contact within three intervals of its site (`agents.intervalMinutes` of the site settings, otherwise an hour). Inactive: no such contact. After a shorter interval is set, an agent may be Inactive until its next contact, with which it learns of it. Outdated: contact from an older version. Pending: no contact since it joined. Replaced: another agent joined after its last contact and reported the same device, for example because the machine was installed again; such agents are listed only with `status=Replaced`, become current again with their next contact, and are deleted after 30 days. Names are sorted with capitals first. `format=csv`, `format=xlsx` or the Accept header returns all matching agents as a file and ignores `limit` and `offset`. In CSV, an apostrophe precedes each value that a spreadsheet would run as a formula.',
  request: { query: agentQuerySchema },
  responses: {
    200: describeList(
      agentListSchema,
      'agents',
      ['id', 'name', '…', 'problems'],
      ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90', 'Reception', '…', 'clock; incomplete'],
    ),
  },
})

const get = route.get('/api/v1/agents/{id}', {
  operationId: 'getAgent',
  summary: 'Get an agent',
  responses: { 200: json(agentSchema, 'The agent'), ...notModified },
})

const summary = route.get('/api/v1/agents/summary', {
  operationId: 'getAgentSummary',
  summary: 'Count agents by status, platform, problem and version',
  description: 'Replaced agents count only under their status.',
  responses: { 200: json(agentSummarySchema, 'The counts') },
})

const update = route.patch('/api/v1/agents/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateAgent',
  summary: 'Rename an agent',
  description: 'lastSeen is part of the ETag, so If-Match holds only until the next contact.',
  request: { body: patchBody(patchAgentSchema) },
  responses: { 200: json(agentSchema, 'The updated agent') },
})

const remove = route.delete('/api/v1/agents/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteAgent',
  summary: 'Delete an agent',
  description: 'Its token becomes invalid at once. Its snapshots, and the device it runs on, stay.',
  responses: { 204: { description: 'Removed' } },
})

const requestOne = route.post('/api/v1/agents/{id}/snapshot', {
  'x-capability': 'StartAuditsOrScans',
  operationId: 'requestAgentSnapshot',
  summary: 'Request a snapshot of an agent',
  description:
    'An agent with `watching` sends it within a minute, any other one at its next run: `nextSnapshotBy` in the answer says when. Each delivery of the agent fulfils the request, also an unchanged or a refused one. Its event is `snapshot.added`. A second request before that changes nothing.',
  responses: { 202: json(agentSchema, 'The agent, with the request') },
})

const createToken = route.post('/api/v1/agents/{id}/join-token', {
  'x-capability': 'Administrator',
  operationId: 'createAgentJoinToken',
  summary: 'Create a join token with which an agent joins again',
  description:
    'Valid for one use within one hour. The machine that joins with it becomes this agent and keeps its id, name and device. The previous token of the agent becomes invalid at once, also for a machine that has a copy of it.',
  responses: { 201: json(joinTokenSchema, 'The join token, returned only here') },
})

const columns = [
  'id',
  'name',
  'hostname',
  'status',
  'version',
  'platform',
  'osName',
  'lastSeen',
  'deviceId',
  'autoTag',
  'joinedAt',
] as const satisfies (keyof Agent)[]

async function* recordsOf(ctx: Context, query: AgentQuery): AsyncGenerator<Cell[][]> {
  for await (const agents of exportAgents(ctx, query)) yield agents.map(recordOf)
}

const recordOf = (agent: Agent) => [
  ...columns.map((name) => agent[name]),
  agent.clockAheadSeconds,
  agent.refusal?.reason ?? null,
  agent.truncated.join('; '),
  agent.problems.join('; '),
]

export function agentListRoutes(app: App, deps: HttpDeps): void {
  const names = [...columns, 'clockAheadSeconds', 'refusal', 'truncated', 'problems']
  const exported = names.map((name) => ({ name, isTime: name === 'lastSeen' || name === 'joinedAt' }))
  const tableOf = (ctx: Context, query: AgentQuery) => ({ columns: exported, records: recordsOf(ctx, query) })
  app.openapi(list, answerListOrFile('agents', listAgents, tableOf))
  app.openapi(summary, async (c) => c.json(await agentSummary(c.get('ctx')), 200))
  app.openapi(get, answerGet(getAgent))
  app.openapi(update, answerUpdate(renameAgent))
  app.openapi(remove, async (c) => {
    const { id } = c.req.valid('param')
    await deleteAgent(c.get('ctx'), id, preconditionOf(c))
    deps.waitingAgents.wake(id)
    return c.body(null, 204)
  })
  app.openapi(requestOne, async (c) => {
    const agent = await requestSnapshot(c.get('ctx'), c.req.valid('param').id)
    deps.waitingAgents.wake(agent.id)
    return c.json(agent, 202)
  })
  app.openapi(createToken, async (c) => {
    const made = await createAgentRejoinToken(c.get('ctx'), c.req.valid('param').id)
    return c.json(await answerJoinToken(c, deps, { ...made, for: 'agent' }), 201)
  })
}

import type { Agent, AgentSummary, PatchAgent } from '@rollcall/shared/api/agent.ts'
import type { AuditService, PatchAuditService } from '@rollcall/shared/api/audit-service.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { CreateJoinToken, JoinTokenListItem, JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { queryOptions } from '@tanstack/react-query'
import { readOptions } from './read-options.ts'
import { request } from './request.ts'
import { resource } from './resource.ts'

/** Audit Services, agents and the tokens that let them join. */
export const auditServices = resource<AuditService, never, PatchAuditService>(
  'audit-services',
  '/api/v1/audit-services',
)
export const agents = resource<Agent, never, PatchAgent>('agents', '/api/v1/agents')
export const joinTokens = resource<JoinTokenListItem, CreateJoinToken, never>('join-tokens', '/api/v1/join-tokens')

type Part = Pick<Agent, 'id' | 'name' | 'status'>

/** The names of all Audit Services, or of the first thousand agents. */
export const partsOptions = (kind: JoinTokenMade['for']) =>
  queryOptions({
    queryKey: [kind === 'agent' ? agents.name : auditServices.name, 'parts'],
    queryFn: async ({ signal }): Promise<Part[]> => {
      const path = kind === 'agent' ? agents.path : auditServices.path
      const { items } = await request<List<Agent | AuditService>>(path, { query: { limit: 1000 }, signal })
      return items.map(({ id, name, status }) => ({ id, name, status }))
    },
  })

export const agentSummaryOptions = readOptions<AgentSummary>([agents.name, 'summary'], `${agents.path}/summary`)

/** Creates a join token of one use, with which a machine takes over this Audit Service or agent. */
export const createRejoinToken = ({ path }: Pick<typeof agents, 'path'>, id: string) =>
  request<JoinTokenMade>(`${path}/${id}/join-token`, { method: 'POST' })

/** Requests a snapshot of an agent. It arrives at once from an agent that waits for requests, else with its next run. */
export const requestSnapshot = (id: string) => request<Agent>(`${agents.path}/${id}/snapshot`, { method: 'POST' })

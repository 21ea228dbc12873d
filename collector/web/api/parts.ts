import type { Agent } from '@rollcall/shared/api/agent.ts'
import type { AuditService, PatchAuditService } from '@rollcall/shared/api/audit-service.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { CreateJoinToken, JoinTokenListItem, JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'
import { resource } from './resource.ts'

/** Audit Services, agents and the tokens that let them join. */
export const auditServices = resource<AuditService, never, PatchAuditService>(
  'audit-services',
  '/api/v1/audit-services',
)
export const agents = resource<Agent, never, never>('agents', '/api/v1/agents')
export const joinTokens = resource<JoinTokenListItem, CreateJoinToken, never>('join-tokens', '/api/v1/join-tokens')

type Part = { id: string; name: string; status: AuditService['status'] }

/** The names of all Audit Services, or of the first thousand agents. */
export const partsOptions = (kind: JoinTokenMade['for']) =>
  queryOptions({
    queryKey: [kind === 'agent' ? agents.name : auditServices.name, 'parts'],
    queryFn: async ({ signal }): Promise<Part[]> => {
      const path = kind === 'agent' ? agents.path : auditServices.path
      const { items } = await request<List<Agent | AuditService>>(path, { query: { limit: 1000 }, signal })
      return items.map((part) => ({
        id: part.id,
        name: 'name' in part ? part.name : part.hostname,
        status: part.status,
      }))
    },
  })

/** Creates a join token of one use, with which another machine takes over this Audit Service. */
export const createRejoinToken = (id: string) =>
  request<JoinTokenMade>(`/api/v1/audit-services/${id}/join-token`, { method: 'POST' })

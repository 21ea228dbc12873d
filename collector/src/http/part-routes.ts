import { createAgentCache } from '../enrollment/agents/agent-cache.ts'
import { agentRoutes } from './agent/agent.ts'
import { agentWantedRoute } from './agent/await-snapshot-request.ts'
import type { BodyBudget } from './agent/body-budget.ts'
import { agentJoinRoute } from './agent/join.ts'
import { auditServiceOwnRoutes } from './audit-service/audit-service.ts'
import type { App, HttpDeps } from './environment.ts'
import { glpiAgentRoute } from './glpi-agent/glpi-agent.ts'
import { installRoutes } from './install/install-routes.ts'

/** Adds the routes that agents and Audit Services call, and those that install them. */
export function partRoutes(app: App, deps: HttpDeps, bodyBudget: BodyBudget): void {
  installRoutes(app, deps)
  agentJoinRoute(app, deps)
  const agents = createAgentCache(deps.system)
  agentRoutes(app, deps, { agents, budget: bodyBudget })
  agentWantedRoute(app, deps, agents)
  auditServiceOwnRoutes(app, deps)
  glpiAgentRoute(app, deps, bodyBudget)
}

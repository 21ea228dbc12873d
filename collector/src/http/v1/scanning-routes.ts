import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Environment, HttpDeps } from '../environment.ts'
import { agentListRoutes } from './agents.ts'
import { auditServiceRoutes } from './audit-services.ts'
import { credentialRoutes } from './credentials.ts'
import { deviceAuditRoutes } from './device-audit.ts'
import { ignoreListRoutes } from './ignore-list.ts'
import { joinTokenRoutes } from './join-tokens.ts'
import { scheduleRoutes } from './schedules.ts'
import { segmentSuggestionRoutes } from './segment-suggestions.ts'
import { segmentRoutes } from './segments.ts'
import { taskEventRoutes } from './task-events.ts'
import { taskRoutes } from './tasks.ts'

/** Adds the routes of segments, schedules, tasks, credentials, Audit Services and agents. */
export function scanningRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps): void {
  ignoreListRoutes(app)
  deviceAuditRoutes(app)
  // Before /segments/{id}, which would match its path as well.
  segmentSuggestionRoutes(app)
  segmentRoutes(app)
  scheduleRoutes(app)
  taskRoutes(app)
  taskEventRoutes(app, deps)
  credentialRoutes(app)
  auditServiceRoutes(app, deps)
  agentListRoutes(app, deps)
  joinTokenRoutes(app, deps)
}

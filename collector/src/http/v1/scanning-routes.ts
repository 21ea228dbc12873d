import type { App, HttpDeps } from '../environment.ts'
import { agentListRoutes } from './agents.ts'
import { auditServiceRoutes } from './audit-services.ts'
import { credentialRoutes } from './credentials.ts'
import { ignoreListRoutes } from './ignore-list.ts'
import { joinTokenRoutes } from './join-tokens.ts'
import { scheduleRoutes } from './schedules.ts'
import { segmentRoutes } from './segments.ts'
import { taskEventRoutes } from './task-events.ts'
import { taskRoutes } from './tasks.ts'

/** Adds the routes of segments, schedules, tasks, credentials, Audit Services and agents. */
export function scanningRoutes(app: App, deps: HttpDeps): void {
  ignoreListRoutes(app)
  segmentRoutes(app)
  scheduleRoutes(app)
  taskRoutes(app)
  taskEventRoutes(app, deps)
  credentialRoutes(app)
  auditServiceRoutes(app, deps)
  agentListRoutes(app, deps)
  joinTokenRoutes(app, deps)
}

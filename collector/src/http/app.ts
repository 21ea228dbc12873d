import { OpenAPIHono, z } from '@hono/zod-openapi'
import { inPlainWords } from '../ingest/reading/plain-words.ts'
import { rejectInvalid } from '../ingest/reading/validation.ts'
import { agentRoutes } from './agent/agent.ts'
import { bodyBudgetLimits, createBodyBudget } from './agent/body-budget.ts'
import { errorMapper } from './answers/problem.ts'
import { auditDataRoutes } from './audit-data/audit-data.ts'
import { auditServiceOwnRoutes } from './audit-service/audit-service.ts'
import { tokenRoutes } from './auth/oauth-token.ts'
import { signInRoutes } from './auth/sign-in.ts'
import type { Environment, HttpDeps, Phase, StartPhase } from './environment.ts'
import { glpiAgentRoute } from './glpi-agent/glpi-agent.ts'
import { localRoutes } from './local/local.ts'
import { asData } from './middleware/as-data.ts'
import { authenticate } from './middleware/authenticate.ts'
import { whileClosed } from './middleware/closed.ts'
import { countCall } from './middleware/count-call.ts'
import { notFound } from './middleware/not-found.ts'
import { requestId } from './middleware/request-id.ts'
import { describe } from './openapi/describe.ts'
import { docsPage } from './openapi/docs-page.ts'
import { agentListRoutes } from './v1/agents.ts'
import { alertRoutes } from './v1/alerts.ts'
import { appRegistrationRoutes } from './v1/app-registrations.ts'
import { auditServiceRoutes } from './v1/audit-services.ts'
import { changeHistoryRoutes } from './v1/change-history.ts'
import { complianceRoutes } from './v1/compliance.ts'
import { credentialRoutes } from './v1/credentials.ts'
import { deviceAuditRoutes } from './v1/device-audit.ts'
import { deviceHistoryRoutes } from './v1/device-history.ts'
import { deviceListRoutes } from './v1/device-list.ts'
import { deviceMergeRoutes } from './v1/device-merge.ts'
import { deviceSplitRoutes } from './v1/device-split.ts'
import { deviceTagRoutes } from './v1/device-tags.ts'
import { deviceRoutes } from './v1/devices.ts'
import { eventRoutes } from './v1/events.ts'
import { identityJunkRoutes } from './v1/identity-junk.ts'
import { ignoreListRoutes } from './v1/ignore-list.ts'
import { importRoutes } from './v1/imports.ts'
import { joinTokenRoutes } from './v1/join-tokens.ts'
import { meRoutes } from './v1/me.ts'
import { notificationRoutes } from './v1/notifications.ts'
import { reviewRoutes } from './v1/reviews.ts'
import { scheduleRoutes } from './v1/schedules.ts'
import { segmentSuggestionRoutes } from './v1/segment-suggestions.ts'
import { segmentRoutes } from './v1/segments.ts'
import { signInSettingsRoutes } from './v1/sign-in-settings.ts'
import { siteSettingsRoutes } from './v1/site-settings.ts'
import { siteRoutes } from './v1/sites.ts'
import { snapshotStorageRoutes } from './v1/snapshot-storage.ts'
import { snapshotRoutes } from './v1/snapshots.ts'
import { softwareRoutes } from './v1/software.ts'
import { summaryRoutes } from './v1/summary.ts'
import { tagRoutes } from './v1/tags.ts'
import { taskEventRoutes } from './v1/task-events.ts'
import { taskRoutes } from './v1/tasks.ts'
import { topologyRoutes } from './v1/topology.ts'
import { usageRoutes } from './v1/usage.ts'
import { userRoutes } from './v1/users.ts'
import { webInterface } from './web/web.ts'

/** The whole HTTP interface. `startPhase` is asked at each request. */
export function createApp(deps: HttpDeps, startPhase: () => StartPhase): OpenAPIHono<Environment> {
  const phase = (): Phase => (startPhase() === 'ready' && deps.maintenance.isOn() ? 'maintenance' : startPhase())
  // For the whole process: the validators of routes take no words of their own.
  z.config({ customError: inPlainWords })
  const app = new OpenAPIHono<Environment>({ defaultHook: rejectInvalid })
  app.use(requestId)
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (phase() !== 'ready') return c.json({ status: phase() }, 503)
    const parts = await deps.readiness()
    const isReady = Object.values(parts).every((part) => part === 'ok')
    return c.json({ status: isReady ? 'ready' : 'not_ready', ...parts }, isReady ? 200 : 503)
  })
  localRoutes(app, deps)
  for (const path of ['/api/*', '/identity-server/*', '/audit-data/*']) app.use(path, asData, whileClosed(phase))

  tokenRoutes(app, deps)
  const bodyBudget = createBodyBudget(bodyBudgetLimits)
  agentRoutes(app, deps, bodyBudget)
  auditServiceOwnRoutes(app, deps)
  glpiAgentRoute(app, deps, bodyBudget)

  signInRoutes(app, deps)
  for (const path of ['/api/*', '/audit-data/*']) app.use(path, countCall(deps))
  app.use('/api/v1/*', authenticate(deps))
  deviceListRoutes(app)
  // Before /devices/{id}, which its list of duplicates would fit as well.
  deviceMergeRoutes(app)
  deviceSplitRoutes(app)
  deviceRoutes(app)
  deviceTagRoutes(app)
  deviceHistoryRoutes(app)
  topologyRoutes(app)
  tagRoutes(app)
  identityJunkRoutes(app)
  reviewRoutes(app)
  summaryRoutes(app)
  ignoreListRoutes(app)
  deviceAuditRoutes(app)
  snapshotRoutes(app)
  importRoutes(app, deps, bodyBudget)
  // Before /software/{id}, which its path would fit as well.
  changeHistoryRoutes(app)
  softwareRoutes(app)
  complianceRoutes(app)
  // Before /segments/{id}, which its path would fit as well.
  segmentSuggestionRoutes(app)
  segmentRoutes(app)
  scheduleRoutes(app)
  taskRoutes(app)
  taskEventRoutes(app, deps)
  usageRoutes(app)
  siteRoutes(app)
  siteSettingsRoutes(app)
  snapshotStorageRoutes(app)
  appRegistrationRoutes(app)
  alertRoutes(app, deps)
  meRoutes(app)
  userRoutes(app)
  signInSettingsRoutes(app)
  credentialRoutes(app)
  auditServiceRoutes(app, deps)
  agentListRoutes(app)
  joinTokenRoutes(app, deps)
  notificationRoutes(app)
  eventRoutes(app, deps)

  for (const path of ['/api/audit-data/*', '/audit-data/*']) app.use(path, authenticate(deps))
  auditDataRoutes(app)

  describe(app)
  docsPage(app)
  webInterface(app)
  app.notFound(notFound(app))
  app.onError(errorMapper(deps.system.log))
  return app
}

import type { BodyBudget } from '../agent/body-budget.ts'
import type { App, HttpDeps } from '../environment.ts'
import { bulkOperationRoutes } from './bulk-operations.ts'
import { changeHistoryRoutes } from './change-history.ts'
import { complianceRoutes } from './compliance.ts'
import { allDeviceRoutes } from './device-routes.ts'
import { findingRoutes } from './findings.ts'
import { identityJunkRoutes } from './identity-junk.ts'
import { importRoutes } from './imports.ts'
import { reviewRoutes } from './reviews.ts'
import { ruleRoutes } from './rules.ts'
import { searchRoutes } from './search.ts'
import { snapshotRoutes } from './snapshots.ts'
import { softwareRoutes } from './software.ts'
import { summaryRoutes } from './summary.ts'
import { tagRoutes } from './tags.ts'
import { topologyRoutes } from './topology.ts'

/** Adds the routes of devices, snapshots and software. */
export function inventoryRoutes(app: App, deps: HttpDeps, bodyBudget: BodyBudget): void {
  allDeviceRoutes(app)
  bulkOperationRoutes(app, deps)
  topologyRoutes(app)
  searchRoutes(app)
  tagRoutes(app)
  identityJunkRoutes(app)
  reviewRoutes(app)
  summaryRoutes(app)
  ruleRoutes(app)
  findingRoutes(app)
  snapshotRoutes(app)
  importRoutes(app, deps, bodyBudget)
  // Before /software/{id}, which would match its path as well.
  changeHistoryRoutes(app)
  softwareRoutes(app)
  complianceRoutes(app)
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import type { BodyBudget } from '../agent/body-budget.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { addressHistoryRoutes } from './address-history.ts'
import { bulkOperationRoutes } from './bulk-operations.ts'
import { changeHistoryRoutes } from './change-history.ts'
import { complianceRoutes } from './compliance.ts'
import { deviceHistoryRoutes } from './device-history.ts'
import { deviceListRoutes } from './device-list.ts'
import { deviceMergeRoutes } from './device-merge.ts'
import { deviceSplitRoutes } from './device-split.ts'
import { deviceTagRoutes } from './device-tags.ts'
import { deviceRoutes } from './devices.ts'
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
export function inventoryRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps, bodyBudget: BodyBudget): void {
  deviceListRoutes(app)
  // Before /devices/{id}, which would match its path as well.
  deviceMergeRoutes(app)
  deviceSplitRoutes(app)
  deviceRoutes(app)
  deviceTagRoutes(app)
  deviceHistoryRoutes(app)
  bulkOperationRoutes(app, deps)
  addressHistoryRoutes(app)
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

import type { TableFactory } from '../kit.ts'
import { authTables, quotaTables, secretTables, userTables } from './access.ts'
import { eventTables, notificationTables } from './activity.ts'
import { bulkTables } from './bulk.ts'
import { changeTables } from './change-log.ts'
import { allDeviceTables } from './device-tables.ts'
import { enrollmentTables } from './enrollment.ts'
import { findingTables } from './findings.ts'
import { connectionTables, mapPositionTables } from './network-map.ts'
import { holdTables, trustedTimeTables } from './operations.ts'
import { outboxTables } from './outbox.ts'
import { reportTables } from './reports.ts'
import {
  auditProblemTables,
  credentialTables,
  ignoreListTables,
  scheduleTables,
  segmentTables,
  taskTables,
} from './scanning.ts'
import { siteTables } from './sites.ts'
import { offloadTables, snapshotTables } from './snapshots.ts'
import { complianceTables, softwareTables } from './software.ts'
import { viewTables } from './views.ts'

/** Tables of every feature, for the migrations. Run `npm run migrations` after a change. */
export const allTables: readonly TableFactory<Record<string, unknown>>[] = [
  siteTables,
  secretTables,
  authTables,
  userTables,
  enrollmentTables,
  credentialTables,
  scheduleTables,
  segmentTables,
  taskTables,
  outboxTables,
  ...allDeviceTables,
  auditProblemTables,
  ignoreListTables,
  snapshotTables,
  offloadTables,
  softwareTables,
  complianceTables,
  bulkTables,
  findingTables,
  changeTables,
  eventTables,
  notificationTables,
  quotaTables,
  trustedTimeTables,
  holdTables,
  connectionTables,
  mapPositionTables,
  viewTables,
  reportTables,
]

import type { TableFactory } from '../kit.ts'
import { changeTables } from './changes.ts'
import { complianceTables } from './compliance.ts'
import { credentialTables } from './credentials.ts'
import { deviceHistoryTables } from './device-history.ts'
import { deviceTables } from './devices.ts'
import { enrolmentTables } from './enrollment.ts'
import { eventTables } from './events.ts'
import { holdTables } from './held-jobs.ts'
import { identityTables } from './identity.ts'
import { ignoreListTables } from './ignore-list.ts'
import { mergeTables } from './merges.ts'
import { notificationTables } from './notifications.ts'
import { offloadTables } from './offload.ts'
import { outboxTables } from './outbox.ts'
import { quotaTables } from './quota.ts'
import { authTables } from './registrations.ts'
import { scheduleTables } from './schedules.ts'
import { secretTables } from './secrets.ts'
import { segmentTables } from './segments.ts'
import { sightingTables } from './sightings.ts'
import { siteTables } from './sites.ts'
import { snapshotTables } from './snapshots.ts'
import { softwareTables } from './software.ts'
import { taskTables } from './tasks.ts'
import { trustedTimeTables } from './trusted-time.ts'
import { userTables } from './users.ts'

/** Every feature's tables, for the migrations; `npm run migrations` after a change. */
export const allTables: readonly TableFactory<Record<string, unknown>>[] = [
  siteTables,
  secretTables,
  authTables,
  userTables,
  enrolmentTables,
  credentialTables,
  scheduleTables,
  segmentTables,
  taskTables,
  outboxTables,
  deviceTables,
  deviceHistoryTables,
  mergeTables,
  sightingTables,
  identityTables,
  ignoreListTables,
  snapshotTables,
  offloadTables,
  softwareTables,
  complianceTables,
  changeTables,
  eventTables,
  notificationTables,
  quotaTables,
  trustedTimeTables,
  holdTables,
]

import type { Alert } from '@rollcall/shared/api/alert.ts'
import { expiryAlerts } from '../../access/registrations/expiry-alerts.ts'
import { collisionAlerts } from '../../identity/collisions/collision-alerts.ts'
import { sharedServiceAlerts } from '../../scanning/audit-services/shared-service-alerts.ts'
import { failingAlert } from '../../snapshots/offload/failing-alert.ts'
import type { Db } from '../../store/store.ts'
import { holdAlerts } from '../held-jobs/held-job-alerts.ts'

/** Lists the current alerts of a feature on a site. */
type AlertSource = (db: Db, siteId: string, now: string) => Promise<Alert[]>

export const alertSources: readonly AlertSource[] = [
  holdAlerts,
  expiryAlerts,
  failingAlert,
  collisionAlerts,
  sharedServiceAlerts,
]

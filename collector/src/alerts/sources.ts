import type { Alert } from '@rollcall/shared/api/alert.ts'
import { expiryAlerts } from '../auth/expiry-alerts.ts'
import { sharedServiceAlerts } from '../enrolment/shared-service-alerts.ts'
import { holdAlerts } from '../holds/alerts.ts'
import { collisionAlerts } from '../identity/collision-alerts.ts'
import { failingAlert } from '../offload/failing-alert.ts'
import type { Db } from '../store/store.ts'

/** Gives what a feature wants seen on a site now. */
type AlertSource = (db: Db, siteId: string, now: string) => Promise<Alert[]>

export const alertSources: readonly AlertSource[] = [
  holdAlerts,
  expiryAlerts,
  failingAlert,
  collisionAlerts,
  sharedServiceAlerts,
]

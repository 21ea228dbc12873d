import type { App, HttpDeps } from '../environment.ts'
import { alertRoutes } from './alerts.ts'
import { appRegistrationRoutes } from './app-registrations.ts'
import { eventRoutes } from './events.ts'
import { meRoutes } from './me.ts'
import { notificationRoutes } from './notifications.ts'
import { reportRoutes } from './reports.ts'
import { signInSettingsRoutes } from './sign-in-settings.ts'
import { siteSettingsRoutes } from './site-settings.ts'
import { siteRoutes } from './sites.ts'
import { snapshotStorageRoutes } from './snapshot-storage.ts'
import { usageRoutes } from './usage.ts'
import { userRoutes } from './users.ts'
import { viewRoutes } from './views.ts'

/** Adds the routes of sites, users, App registrations, notifications and usage. */
export function administrationRoutes(app: App, deps: HttpDeps): void {
  viewRoutes(app)
  reportRoutes(app)
  usageRoutes(app)
  siteRoutes(app)
  siteSettingsRoutes(app, deps)
  snapshotStorageRoutes(app)
  appRegistrationRoutes(app)
  alertRoutes(app, deps)
  meRoutes(app)
  userRoutes(app)
  signInSettingsRoutes(app)
  notificationRoutes(app)
  eventRoutes(app, deps)
}

import type { Alert } from '@rollcall/shared/api/alert.ts'
import { and, eq, lte } from 'drizzle-orm'
import { authTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'
import { daysBefore, daysLeft, reminderDays } from './expiry-dates.ts'

type Expiring = { id: string; name: string; expiresAt: string; createdAt: string }

/**
 * Lists alerts for registrations of the site that have expired or are about to. An alert ends when the registration is
 * deleted or disabled, or its date is moved.
 */
export async function expiryAlerts(db: Db, siteId: string, now: string): Promise<Alert[]> {
  const { appRegistrations, appRegistrationSites } = db.tables(authTables)
  const { id, name, enabled, expiresAt, createdAt } = appRegistrations
  const rows = await db
    .select({ id, name, expiresAt, createdAt })
    .from(appRegistrations)
    .innerJoin(appRegistrationSites, eq(appRegistrationSites.registrationId, id))
    .where(
      and(
        eq(appRegistrationSites.siteId, siteId),
        eq(enabled, true),
        lte(expiresAt, daysBefore(now, -reminderDays[0])),
      ),
    )
  return rows.flatMap(({ expiresAt, ...row }) => (expiresAt === null ? [] : [toAlert({ ...row, expiresAt }, now)]))
}

function toAlert({ id, name, expiresAt, createdAt }: Expiring, now: string): Alert {
  const of = (kind: Alert['kind']) => ({ id: `${kind}:${id}`, kind, subjectId: id })
  if (expiresAt <= now) {
    return {
      ...of('registration.expired'),
      severity: 'error',
      title: `The App registration "${name}" has expired`,
      detail: 'Its tokens no longer work. Give it a later expiration date, or delete it.',
      since: expiresAt,
    }
  }
  const reminder = daysBefore(expiresAt, reminderDays[0])
  return {
    ...of('registration.expiring'),
    severity: 'warning',
    title: `The App registration "${name}" expires in ${daysLeft(expiresAt, now)}`,
    detail: `Its tokens stop working on ${expiresAt.slice(0, 10)} at ${expiresAt.slice(11, 16)} UTC. Give it a later expiration date if it is still needed.`,
    since: reminder > createdAt ? reminder : createdAt,
  }
}

import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { notify } from '../../activity/notifications/notify.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { authTables } from '../../store/schema/access.ts'
import type { Tx } from '../../store/store.ts'
import { daysBefore, daysLeft, dueNotice, reminderDays } from './expiry-dates.ts'
import { withSites } from './registration.ts'

type Due = { id: string; name: string; siteIds: string[]; expiresAt: string; days: number }

/**
 * Notifies the people of its sites before and after a registration expires; a periodic job. The same transaction
 * records the notice, so only one of several collectors sends it, and a restart does not repeat it.
 */
export async function watchExpiry(ctx: SystemContext, time: TrustedTime): Promise<void> {
  const { now } = time
  const notified = await ctx.store.write(async (tx) => {
    const due = await dueNotices(tx, now)
    const { appRegistrations } = tx.tables(authTables)
    for (const notice of due) {
      await tx.update(appRegistrations).set({ expiryToldDays: notice.days }).where(eq(appRegistrations.id, notice.id))
      for (const siteId of notice.siteIds) await notifyOfExpiry(tx, notice, siteId, now)
    }
    return due.length
  })
  if (notified > 0) ctx.wakeOutbox()
}

async function dueNotices(tx: Tx, now: string): Promise<Due[]> {
  const { appRegistrations } = tx.tables(authTables)
  const { id, expiresAt, expiryToldDays } = appRegistrations
  const isNear = lte(expiresAt, daysBefore(now, -reminderDays[0]))
  const rows = await tx
    .select()
    .from(appRegistrations)
    .where(and(isNear, or(isNull(expiryToldDays), gt(expiryToldDays, 0))))
    .orderBy(asc(id))
  const registrations = await withSites(tx, rows)
  return registrations.flatMap(({ id, name, siteIds, expiresAt }, index) => {
    if (expiresAt === null) return []
    const days = dueNotice({ expiresAt, lastNotice: rows[index]?.expiryToldDays ?? null }, now)
    return days === undefined ? [] : [{ id, name, siteIds, expiresAt, days }]
  })
}

async function notifyOfExpiry(tx: Tx, { id, name, expiresAt, days }: Due, siteId: string, now: string): Promise<void> {
  const event = { subjectId: id, data: { name, expiresAt } }
  if (days === 0) {
    await recordEvents(tx, { siteId, timestamp: now, events: [{ ...event, type: 'registration.expired' }] })
    return
  }
  const left = daysLeft(expiresAt, now)
  const isNew = await notify(tx, {
    siteId,
    template: 'Administrative',
    key: `registration-expiry:${id}:${expiresAt}:${days}`,
    subject: `The App registration "${name}" expires in ${left}`,
    text: `The App registration "${name}" expires at ${expiresAt}, in ${left}. Its tokens stop working then.\nGive it a later expiration date if it is still needed, or delete it.`,
    timestamp: now,
  })
  // A date that was moved away and back was already announced.
  if (isNew) await recordEvents(tx, { siteId, timestamp: now, events: [{ ...event, type: 'registration.expiring' }] })
}

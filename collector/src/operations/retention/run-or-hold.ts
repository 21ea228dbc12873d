import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { notify } from '../../activity/notifications/notify.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { describeHold } from '../held-jobs/describe-held-job.ts'
import { confirmedCount, type Hold, isHeld, recordHold, releaseHold } from '../held-jobs/record-held-job.ts'

type Mass = Omit<Hold, 'subject'> & {
  /** Number of records up to which no confirmation is needed. */
  countMax: number
}

/**
 * Runs a job that changes many records, or holds it if the count exceeds the site's limit. A held job waits until a
 * person confirms the count, or the count falls below the limit.
 */
export async function runOrHold(
  system: SystemContext,
  time: TrustedTime,
  retention: SiteSettings['retention'],
  mass: Mass,
  { run, stopping }: { run: () => Promise<void>; stopping: AbortSignal },
): Promise<void> {
  if (!(await mayRun(system, time, retention, mass))) return
  await run()
  if (!stopping.aborted) await hasRun(system, mass)
}

/** Reports whether a job may change this many records now; if not, the job is held. Call `hasRun` after the job. */
export async function mayRun(
  system: SystemContext,
  time: TrustedTime,
  { confirmAbovePercent }: SiteSettings['retention'],
  { countMax, ...mass }: Mass,
): Promise<boolean> {
  const isMass = mass.count > countMax && mass.count * 100 > mass.total * confirmAbovePercent
  return !isMass || isConfirmed(system, time, { ...mass, subject: '' })
}

/** Ends the hold of a job that has run: the next one of this size needs a new confirmation. */
export async function hasRun(system: SystemContext, { siteId, job }: Pick<Hold, 'siteId' | 'job'>): Promise<void> {
  const hold = { siteId, job, subject: '' }
  if (await system.store.read((db) => isHeld(db, hold))) await system.store.write((tx) => releaseHold(tx, hold))
}

/** Reports whether this count was confirmed. Records a hold if not. */
async function isConfirmed(system: SystemContext, { now }: TrustedTime, hold: Hold): Promise<boolean> {
  const { siteId, job, count, total } = hold
  const wasConfirmed = await system.store.write(async (tx) => {
    if (((await confirmedCount(tx, hold)) ?? -1) >= count) return true
    const id = await recordHold(tx, hold, now)
    if (id === undefined) return false
    const { title, detail } = describeHold({ ...hold, since: now })
    await notify(tx, {
      siteId,
      template: 'Administrative',
      key: `hold:${id}`,
      subject: title,
      text: detail,
      timestamp: now,
    })
    return false
  })
  if (!wasConfirmed) {
    system.log.warn({ siteId, job, count, total }, 'retention: held until an Administrator confirms the alert')
    system.wakeOutbox()
  }
  return wasConfirmed
}

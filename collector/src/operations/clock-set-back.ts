import type { SystemContext } from '../lib/context.ts'
import { rescheduleReports } from '../reports/run-due-reports.ts'
import { rescheduleAll } from '../scanning/schedules/run-due-schedules.ts'
import { clampTimes } from '../store/clamp-times.ts'

/**
 * Repairs records after the clock was set back for good: no time stays in the future, and schedules run at their next
 * time.
 */
export async function repairAfterSetBack({ store, log, wakeOutbox }: SystemContext, now: string): Promise<void> {
  await store.write(async (tx) => {
    await clampTimes(tx, now)
    await rescheduleAll(tx, now)
    await rescheduleReports(tx, now)
  })
  log.warn({ now }, 'the clock was set back: records dated in the future are now dated at the current time')
  wakeOutbox()
}

import { and, eq, gt } from 'drizzle-orm'
import { nextRunOf } from '../../lib/cron.ts'
import { scheduleTables } from '../../store/schema/scanning.ts'
import type { Tx } from '../../store/store.ts'

/** Recomputes the next run of every schedule. Due schedules stay due. */
export async function rescheduleAll(tx: Tx, now: string): Promise<void> {
  const { schedules } = tx.tables(scheduleTables)
  const waiting = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.enabled, true), gt(schedules.nextRun, now)))
  for (const schedule of waiting) {
    const nextRun = nextRunOf(schedule, new Date(now))
    await tx.update(schedules).set({ nextRun }).where(eq(schedules.id, schedule.id))
  }
}

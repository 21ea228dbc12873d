import { counted } from '@rollcall/shared/counted.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { earlier } from '../../lib/shift-time.ts'

/** Days before the Expiration date at which a reminder is sent, first reminder first. */
export const reminderDays = [30, 7] as const

/** Subtracts days from a time. */
export const daysBefore = (time: string, days: number): string => earlier(time, days * dayMs)

/** Describes the time left in words, in started days. */
export function daysLeft(expiresAt: string, now: string): string {
  const days = Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / dayMs)
  return counted(days, 'day')
}

/**
 * Returns the notice due for a registration: the days of the reminder, 0 if the date has passed, or undefined. It is
 * always the latest notice that is due; missed earlier ones are not sent. `lastNotice` is the last result for this date.
 */
export function dueNotice(
  { expiresAt, lastNotice }: { expiresAt: string; lastNotice: number | null },
  now: string,
): number | undefined {
  const due = [...reminderDays, 0].filter((days) => daysBefore(expiresAt, days) <= now).at(-1)
  return due === undefined || (lastNotice !== null && lastNotice <= due) ? undefined : due
}

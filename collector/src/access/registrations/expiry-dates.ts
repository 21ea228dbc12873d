import { dayMs } from '@rollcall/shared/durations.ts'

/** Days before its Expiration date on which people are reminded of a registration, the first reminder first. */
export const reminderDays = [30, 7] as const

/** So many days before a time. */
export const daysBefore = (time: string, days: number): string =>
  new Date(Date.parse(time) - days * dayMs).toISOString()

/** In words how long it is until then, in days begun. */
export function daysLeft(expiresAt: string, now: string): string {
  const days = Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / dayMs)
  return days === 1 ? '1 day' : `${days} days`
}

/**
 * What is to be told now of a registration: the reminder of so many days before its date, 0 that the date has passed,
 * undefined nothing. It is always the last one whose moment has come: one that was missed before it, as no collector
 * ran or the date was chosen when it was nearer already, is not made up for. `told` is what this gave last for the date.
 */
export function dueNotice(
  { expiresAt, told }: { expiresAt: string; told: number | null },
  now: string,
): number | undefined {
  const due = [...reminderDays, 0].filter((days) => daysBefore(expiresAt, days) <= now).at(-1)
  return due === undefined || (told !== null && told <= due) ? undefined : due
}

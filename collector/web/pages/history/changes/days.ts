/** Formats a day as in addresses and date fields, `2026-11-20`, in the viewer's time zone. */
export function dayOf(instant: string | number): string {
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns the first instant of a day; undefined for an invalid day. */
export const startOfDay = (day: string | undefined): string | undefined => midnight(day, 0)?.toISOString()

/** Returns the last millisecond of a day. */
export function endOfDay(day: string | undefined): string | undefined {
  const next = midnight(day, 1)
  return next && new Date(next.getTime() - 1).toISOString()
}

function midnight(day: string | undefined, later: number): Date | undefined {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) ? undefined : start
}

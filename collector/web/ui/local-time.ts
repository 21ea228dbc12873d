import { fromWallTime, wallTime } from './time-format.ts'

/** Converts a time of the API to the value of a datetime-local input, in the time zone of shown times. */
export const toLocalInput = (iso: string | null): string =>
  iso === null || Number.isNaN(Date.parse(iso)) ? '' : wallTime(iso).slice(0, 16)

/** Converts the value of a datetime-local input back; null for an empty or unfinished one. */
export function fromLocalInput(text: string): string | null {
  const instant = fromWallTime(text)
  return Number.isNaN(instant) ? null : new Date(instant).toISOString()
}

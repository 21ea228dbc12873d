import { fromWallTime, wallTime } from '../ui/time-format.ts'

/** Converts a time of the API to the value of a datetime-local input, in the time zone of shown times. */
export const toLocalInput = (iso: string | null): string => (iso === null ? '' : wallTime(iso).slice(0, 16))

export const fromLocalInput = (text: string): string | null =>
  text === '' ? null : new Date(fromWallTime(text)).toISOString()

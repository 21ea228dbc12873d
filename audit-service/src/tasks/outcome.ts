import type { TaskOutcome } from '../messaging/task-runs.ts'

/** Limit of `taskOutcomeSchema`. */
const errorLengthMax = 1000
const namedMax = 8

export const cutError = (text: string): string => text.slice(0, errorLengthMax)

export const failed = (error: string): TaskOutcome => ({ status: 'Failed', error: cutError(error) })

/** Returns the outcome of a successful task, with remarks for people. */
export function succeeded(remarks: readonly string[]): TaskOutcome {
  const error = remarks.join('; ')
  return { status: 'Success', ...(error === '' ? {} : { error: cutError(error) }) }
}

/** Returns `3 did not answer: a, b, c`, or nothing for an empty list. */
export function countAndNames(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length - namedMax
  return [`${names.length} ${what}: ${names.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

import type { TaskOutcome } from '../messaging/task-runs.ts'

/** As `taskOutcomeSchema` takes it. */
const errorLengthMax = 1000
const namedMax = 8

export const cutError = (text: string): string => text.slice(0, errorLengthMax)

export const failed = (error: string): TaskOutcome => ({ status: 'Failed', error: cutError(error) })

/** A task that did its work, with what a person should know of it all the same. */
export function succeeded(remarks: readonly string[]): TaskOutcome {
  const error = remarks.join('; ')
  return { status: 'Success', ...(error === '' ? {} : { error: cutError(error) }) }
}

/** `3 did not answer: a, b, c`, or nothing where it holds of none. */
export function countAndNames(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length - namedMax
  return [`${names.length} ${what}: ${names.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

import { invalidField } from '@rollcall/shared/errors.ts'
import { Cron } from 'croner'

const nicknames = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']
/** A subset of the library's syntax: `?` means the time of parsing, and a date means a single run, not a schedule. */
const field = '[0-9a-z*,/#-]+'
const fiveFields = new RegExp(`^${Array(5).fill(field).join('[ \\t]+')}$`, 'i')

type When = { cron: string; timeZone: string }

/**
 * Computes the next run of a cron expression after `after`, on the wall clock of its time zone. A fixed time of day
 * that summer time skips runs right after the gap; one that is repeated runs once. An interval (`0 * * * *`) has no run
 * in the gap and one in each of the repeated hours. Throws a 400 for an invalid expression, or one that never runs.
 */
export function nextRunOf(when: When, after: Date): string {
  return nextRunsOf(when, after, 1)[0]
}

/** Returns the next `max` runs, at least one; fewer if there are no more. */
export function nextRunsOf({ cron, timeZone }: When, after: Date, max: number): [string, ...string[]] {
  if (!nicknames.includes(cron.toLowerCase()) && !fiveFields.test(cron)) {
    throw invalidField('/cron', 'must be five fields, such as 30 2 * * MON-FRI, or one of @hourly, @daily, …')
  }
  const [first, ...others] = parse(cron, timeZone)
    .nextRuns(max, after)
    .map((run) => run.toISOString())
  if (first === undefined) throw invalidField('/cron', 'has no run in the future')
  return [first, ...others]
}

/** Returns the last run before `before`; undefined if there was none. */
export function lastDueOf({ cron, timeZone }: { cron: string; timeZone: string }, before: Date): string | undefined {
  return parse(cron, timeZone).previousRuns(1, before)[0]?.toISOString()
}

function parse(cron: string, timezone: string): Cron {
  try {
    return new Cron(cron, { timezone, mode: '5-part', paused: true })
  } catch {
    throw invalidField('/cron', 'is not a cron expression: a field is out of range or malformed')
  }
}

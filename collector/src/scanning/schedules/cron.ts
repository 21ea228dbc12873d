import { invalidField } from '@rollcall/shared/errors.ts'
import { Cron } from 'croner'

const nicknames = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']
/** Not all that the library takes: `?` stands for the moment it is read, and a date would be a run, not a schedule. */
const field = '[0-9a-z*,/#-]+'
const fiveFields = new RegExp(`^${Array(5).fill(field).join('[ \\t]+')}$`, 'i')

type When = { cron: string; timeZone: string }

/**
 * When a cron expression next falls due after `after`, by the clock on the wall of its time zone. Where a change to
 * summer time leaves out a fixed time of day, it runs right after the gap; where a change back repeats it, once. What
 * runs at an interval (`0 * * * *`) has no run in the gap and one in each of the repeated hours. Throws a 400 for what
 * is no such expression, or never falls due.
 */
export function nextRunOf(when: When, after: Date): string {
  return nextRunsOf(when, after, 1)[0]
}

/** The next `max` runs, at least one; fewer where there are no more. */
export function nextRunsOf({ cron, timeZone }: When, after: Date, max: number): [string, ...string[]] {
  if (!nicknames.includes(cron.toLowerCase()) && !fiveFields.test(cron)) {
    throw invalidField('/cron', 'is neither five fields, as in 30 2 * * MON-FRI, nor one of @hourly, @daily, …')
  }
  const [first, ...others] = parse(cron, timeZone)
    .nextRuns(max, after)
    .map((run) => run.toISOString())
  if (first === undefined) throw invalidField('/cron', 'never falls due')
  return [first, ...others]
}

/** When it last fell due before `before`; undefined where it never did. */
export function lastDueOf({ cron, timeZone }: { cron: string; timeZone: string }, before: Date): string | undefined {
  return parse(cron, timeZone).previousRuns(1, before)[0]?.toISOString()
}

function parse(cron: string, timezone: string): Cron {
  try {
    return new Cron(cron, { timezone, mode: '5-part', paused: true })
  } catch {
    throw invalidField('/cron', 'is not a cron expression: a field is out of its range or not well-formed')
  }
}

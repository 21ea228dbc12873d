import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { runDueSchedules } from './run-due.ts'

/** How late a run may start, in milliseconds: schedules are of whole minutes. */
const pollMs = 5_000

/** Runs schedules as they fall due, until it is stopped; `stop` waits for what it has just begun to start. */
export function startScheduleRunner(ctx: SystemContext): RepeatedWork {
  const work = () =>
    runDueSchedules(ctx).catch((error: unknown) => logFailure(ctx.log, error, 'schedules cannot be read'))
  return repeatWork(work, pollMs)
}

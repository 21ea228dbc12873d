import type { SystemContext } from '../../lib/context.ts'
import { logFailure } from '../../lib/log-failure.ts'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { runDueSchedules } from './run-due-schedules.ts'

/** Maximum delay of a run: schedules have whole minutes. */
const pollMs = 5_000

/** Runs schedules when they are due, until stopped. `stop` waits for the runs being started. */
export function startScheduleRunner(ctx: SystemContext): RepeatedWork {
  const work = () =>
    runDueSchedules(ctx).catch((error: unknown) => logFailure(ctx.log, error, 'schedules cannot be read'))
  return repeatWork(work, pollMs)
}

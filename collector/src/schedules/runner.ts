import { setTimeout } from 'node:timers/promises'
import type { SystemContext } from '../context.ts'
import { runDueSchedules } from './run-due.ts'

/** How late a run may start, in milliseconds: schedules are of whole minutes. */
const pollMs = 5_000

/** Runs schedules as they fall due, until it is stopped; `stop` waits for what it has just begun to start. */
export function startScheduleRunner(ctx: SystemContext): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await runDueSchedules(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'schedules cannot be read'))
      await setTimeout(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

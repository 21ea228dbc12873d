import type { SystemContext } from '../lib/context.ts'
import { logFailure } from '../lib/log-failure.ts'
import { repeatWork } from '../lib/repeat-work.ts'
import { createDispatcher } from '../outbox/dispatcher.ts'
import { type RunOptions, runHandler } from './prepare-run.ts'
import { reportMessageKind } from './queue-run.ts'
import { runDueReports } from './run-due-reports.ts'

const pollMs = 5_000
/** Lists are read one after the other on each site, and not by all collectors' readers at once. */
const limits = { concurrency: 2, groupMax: 1, leaseMs: 120_000 }

/** Queues and reads runs of reports when they are due, until stopped. */
export function startReports(ctx: SystemContext, options: RunOptions): { wake(): void; stop(): Promise<void> } {
  const handlers = { [reportMessageKind]: runHandler(ctx, options) }
  const dispatcher = createDispatcher(ctx, handlers, { pollMs, ...limits })
  const work = () => runDueReports(ctx).catch((error: unknown) => logFailure(ctx.log, error, 'reports cannot be read'))
  const due = repeatWork(work, pollMs)
  return {
    wake: () => dispatcher.wake(),
    async stop() {
      await due.stop()
      await dispatcher.drain()
    },
  }
}

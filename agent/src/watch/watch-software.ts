import type { Log } from '../log.ts'
import { createChangeDetector, type ReadState, tickMs } from './change-detector.ts'
import type { ReadConfig } from './config-reader.ts'
import { createRunLimit } from './run-limit.ts'
import { type Run, runOrWarn } from './run-or-warn.ts'
import type { WatchClock } from './watch-clock.ts'

type SoftwareOptions = WatchClock & { readState: ReadState; currentConfig: ReadConfig; run: Run; log: Log }

/** Three changes may each be reported within a minute; constant changes are reported every ten minutes. */
const limitOptions = { runsMax: 3, everyMs: 10 * 60_000 }

/** Starts a run after each change of the installed software. Resolves once the agent was deleted at the collector. */
export async function watchSoftware(options: SoftwareOptions): Promise<void> {
  const { readState, currentConfig, log, signal, nowMs, sleep } = options
  const changes = createChangeDetector(readState, nowMs)
  const limit = createRunLimit({ ...limitOptions, nowMs })
  while (!signal.aborted) {
    const config = await currentConfig()
    if (config?.deletedAt !== undefined) {
      log.info({}, 'this agent was deleted at the collector: the watch ends')
      return
    }
    // A change that comes before the join, during another run or too soon after others is reported later.
    if (changes.isDue() && config && !limit.isReached() && (await runOrWarn('the software has changed', options))) {
      changes.reported()
      limit.count()
    }
    await sleep(tickMs, signal)
  }
}

import type { ProxyFor } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import type { Log } from '../log.ts'
import { awaitRequests } from './await-requests.ts'
import type { ReadState } from './change-detector.ts'
import { configReader } from './config-reader.ts'
import type { Run } from './run-or-warn.ts'
import { realWatchClock } from './watch-clock.ts'
import { watchSoftware } from './watch-software.ts'

type WatchOptions = {
  stateDir: string
  readState: ReadState
  run: Run
  /** Returns the proxy for calls to the collector, given the one of the join. */
  proxy: (ofJoin: string | undefined) => ProxyFor
  log: Log
  /** Ends the watch. */
  signal: AbortSignal
}

/**
 * Starts a run of the agent after each change of the installed software, and when the collector asks for a snapshot.
 * Nothing of an inventory stays in this process. Before the join it waits for the join. Resolves once the agent was
 * deleted at the collector, or `signal` aborts.
 */
export async function watch({ stateDir, signal, ...options }: WatchOptions): Promise<void> {
  const ended = new AbortController()
  const part = {
    ...options,
    ...realWatchClock,
    currentConfig: configReader(stateDir),
    signal: AbortSignal.any([signal, ended.signal]),
  }
  // The end of one part ends the other.
  const parts = [watchSoftware, awaitRequests].map((work) => work(part).finally(() => ended.abort()))
  // Now the state of the software has been read: every later change is one.
  options.log.info({ stateDir }, 'the watch of the installed software began')
  await Promise.all(parts)
}

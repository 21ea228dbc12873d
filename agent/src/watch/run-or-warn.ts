import { messageOf } from '@rollcall/shared/errors.ts'
import type { Log } from '../log.ts'

/** Runs the agent once in a process of its own. Resolves to false if another run is in progress; rejects if it fails. */
export type Run = (signal: AbortSignal) => Promise<boolean>

/** Returns false if another run is in progress. A run that fails is not repeated; its own log says more. */
export async function runOrWarn(
  reason: string,
  { run, log, signal }: { run: Run; log: Log; signal: AbortSignal },
): Promise<boolean> {
  log.info({}, `${reason}: a run starts`)
  try {
    return await run(signal)
  } catch (error) {
    if (!signal.aborted) log.warn({}, `the run failed: ${messageOf(error)}`)
    return true
  }
}

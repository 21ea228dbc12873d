import type { Log } from '@rollcall/agent/log.ts'
import { type RunResult, runOnce } from '@rollcall/agent/main.ts'
import { runInBackground } from '@rollcall/agent/platform/background.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { readProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { print } from '../output.ts'
import { stopSignal } from '../stop-signal.ts'
import { withAgentLog } from './agent-log.ts'

export type RunOptions = { stateDir: string; json?: boolean; url?: string; ifDue?: boolean }

/** Runs the agent once. `joinFirst` does the join that an installation stored, if there is one. */
export async function runAgentCommand(
  { stateDir, json, url, ifDue }: RunOptions,
  joinFirst?: (stateDir: string, log: Log) => Promise<void>,
): Promise<void> {
  await runInBackground()
  const result = await withAgentLog(stateDir, async (log) => {
    await joinFirst?.(stateDir, log)
    return runOnce({
      stateDir,
      signal: stopSignal(),
      log,
      proxy: (ofJoin) => readProxy(process.env, ofJoin),
      ...optional({ collectorUrl: url, ifDue }),
    })
  })
  print(json, result, () => runText(result))
}

function runText({ notDue, sent, waiting, problem }: RunResult): string {
  if (notDue) return 'No run is due yet by the interval of the site'
  return problem
    ? `${counted(waiting, 'snapshot is', 'snapshots are')} waiting: ${problem}`
    : `${counted(sent, 'snapshot')} sent`
}

import { parseArgs } from 'node:util'
import { endAfter } from '@rollcall/shared/node/end-process.ts'
import { agentStateDir } from './agent-state-dir.ts'
import { watchAgentCommand } from './commands/watch-agent.ts'
import { leaveOutEmptySettings } from './empty-settings.ts'
import { printFailure } from './failed.ts'
import { withWholeOutput } from './whole-output.ts'

/**
 * Program of the watch, which stays in memory and is bundled apart for that reason. Returns the exit code; undefined if
 * the arguments need the whole command line.
 */
export async function main(args: string[]): Promise<number | undefined> {
  leaveOutEmptySettings()
  const options = readWatchOptions(args, process.env['ROLLCALL_AGENT_STATE_DIR'])
  if (!options) return undefined
  return withWholeOutput(async () => {
    try {
      await endAfter(watchAgentCommand(options))
      return 0
    } catch (error) {
      return printFailure(error)
    }
  })
}

/** Returns the options of `rollcall agent watch`; undefined for other arguments. */
export function readWatchOptions(
  args: string[],
  stateDirOfEnvironment: string | undefined,
): { stateDir: string } | undefined {
  try {
    const { values } = parseArgs({ args, options: { 'state-dir': { type: 'string' }, json: { type: 'boolean' } } })
    return { stateDir: agentStateDir(values['state-dir'], stateDirOfEnvironment) }
  } catch {
    return undefined
  }
}

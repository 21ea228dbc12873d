import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { storedJoinPath } from '@rollcall/agent/config.ts'
import { assertFolderOpen } from '@rollcall/shared/node/assert-folder-open.ts'
import { endAfter } from '@rollcall/shared/node/end-process.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { agentStateDir } from './agent-state-dir.ts'
import { type RunOptions, runAgentCommand } from './commands/run-agent.ts'
import { leaveOutEmptySettings } from './empty-settings.ts'
import { printFailure } from './failed.ts'
import { withWholeOutput } from './whole-output.ts'

/**
 * Program of the hourly run. It is bundled apart from the other commands, because loading them takes as much memory and
 * time as the run. Returns the exit code; undefined if the whole command line is needed: it knows the help, explains a
 * mistake, and does the join that an installation stored.
 */
export async function main(args: string[]): Promise<number | undefined> {
  leaveOutEmptySettings()
  const options = readRunOptions(args, process.env['ROLLCALL_AGENT_STATE_DIR'])
  if (!options || existsSync(storedJoinPath(options.stateDir))) return undefined
  return withWholeOutput(async () => {
    try {
      assertFolderOpen(options.stateDir)
      await endAfter(runAgentCommand(options))
      return 0
    } catch (error) {
      return printFailure(error)
    }
  })
}

/** Returns the options of `rollcall agent run`; undefined for other arguments. */
export function readRunOptions(args: string[], stateDir: string | undefined): RunOptions | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'state-dir': { type: 'string' },
        url: { type: 'string' },
        json: { type: 'boolean' },
        'if-due': { type: 'boolean' },
      },
    })
    return {
      stateDir: agentStateDir(values['state-dir'], stateDir),
      ...optional({ url: values.url, json: values.json, ifDue: values['if-due'] }),
    }
  } catch {
    return undefined
  }
}

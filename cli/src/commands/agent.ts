import { defaultStateDir } from '@rollcall/agent/state-dir.ts'
import { endAfter } from '@rollcall/shared/node/end-process.ts'
import type { Command } from 'commander'
import { addJoinOptions, type JoinOptions, joiningOf, requireJoining } from '../join-options.ts'
import { addressOption, jsonOption, stateDirOption } from './options.ts'

type Common = { stateDir: string; json?: boolean }

export function addAgentCommands(program: Command): void {
  const group = program.command('agent').description('the agent of a machine: audits it from the inside')
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .addOption(stateDirOption(defaultStateDir, 'ROLLCALL_AGENT_STATE_DIR'))
      .addOption(jsonOption())

  addJoinOptions(add('join', 'join the collector with a join token'), 'agent').action(
    async (options: Common & JoinOptions, command: Command) => {
      const { joinAgentCommand } = await import('./run-agent.ts')
      await endAfter(joinAgentCommand(options, requireJoining(options, command)))
    },
  )
  add('run', 'audit this machine once, send all waiting snapshots, and exit')
    .addOption(addressOption('--url'))
    .action(async (options: Common & { url?: string }) => {
      const { runAgentCommand } = await import('./run-agent.ts')
      await endAfter(runAgentCommand(options))
    })
  add('status', 'print the joined collector and the waiting snapshots').action(async (options: Common) => {
    const { agentStatusCommand } = await import('./run-agent.ts')
    await agentStatusCommand(options)
  })
  addJoinOptions(
    add('install', 'run the agent every hour by a systemd timer (root); --url joins first, or joins again'),
    'agent',
  ).action(async (options: Common & JoinOptions, command: Command) => {
    const { installAgentCommand } = await import('./run-agent.ts')
    await installAgentCommand(options, joiningOf(options, command))
  })
  add('uninstall', 'remove the systemd timer; the state directory is kept').action(async (options: Common) => {
    const { uninstallAgentCommand } = await import('./run-agent.ts')
    await uninstallAgentCommand(options)
  })
}

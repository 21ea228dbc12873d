import type { Command } from 'commander'
import { addJoinOptions, readToken } from '../join-options.ts'
import { addressOption, jsonOption, stateDirOption } from './options.ts'

type Common = { stateDir: string; json?: boolean }

export function addAgentCommands(program: Command): void {
  const group = program.command('agent').description('the agent of a machine: audits it from the inside')
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .addOption(stateDirOption('/var/lib/rollcall-agent', 'ROLLCALL_AGENT_STATE_DIR'))
      .addOption(jsonOption())

  addJoinOptions(add('join', 'join the collector with a join token'), 'agent').action(
    async (options: Common & { url: string; token: string }) => {
      const { joinAgentCommand } = await import('./run-agent.ts')
      await joinAgentCommand({ ...options, token: readToken(options.token) })
    },
  )
  add('run', 'audit this machine once, send all waiting snapshots, and exit')
    .addOption(addressOption('--url'))
    .action(async (options: Common & { url?: string }) => {
      const { runAgentCommand } = await import('./run-agent.ts')
      await runAgentCommand(options)
    })
  add('status', 'print the joined collector and the waiting snapshots').action(async (options: Common) => {
    const { agentStatusCommand } = await import('./run-agent.ts')
    await agentStatusCommand(options)
  })
  add('install', 'run the agent every hour by a systemd timer (root); --url and --token join first')
    .option('--url <url>', 'address of the collector')
    .option('--token <token>', 'join token of the kind agent; - reads it from standard input')
    .action(async ({ url, token, ...options }: Common & { url?: string; token?: string }, command: Command) => {
      if ((url === undefined) !== (token === undefined))
        command.error('error: --url and --token must be given together')
      const { installAgentCommand } = await import('./run-agent.ts')
      const joining = url === undefined || token === undefined ? undefined : { url, token: readToken(token) }
      await installAgentCommand(options, joining)
    })
  add('uninstall', 'remove the systemd timer; the state directory is kept').action(async (options: Common) => {
    const { uninstallAgentCommand } = await import('./run-agent.ts')
    await uninstallAgentCommand(options)
  })
}

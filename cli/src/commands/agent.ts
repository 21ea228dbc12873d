import type { Command } from 'commander'
import { addressOption, jsonOption, stateDirOption } from './options.ts'

type Common = { stateDir: string; json?: boolean }

export function addAgentCommands(program: Command): void {
  const group = program.command('agent').description("a machine's own agent: looks at it from the inside")
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .addOption(stateDirOption('/var/lib/rollcall-agent', 'ROLLCALL_AGENT_STATE_DIR'))
      .addOption(jsonOption())

  add('join', 'join the collector with a join token')
    .requiredOption('--url <url>', 'address of the collector')
    .requiredOption('--token <token>', 'join token of the kind agent')
    .action(async (options: Common & { url: string; token: string }) => {
      const { joinAgentCommand } = await import('./run-agent.ts')
      await joinAgentCommand(options)
    })
  add('run', 'audit this machine once, send it and everything that waits, and end')
    .addOption(addressOption('--url'))
    .action(async (options: Common & { url?: string }) => {
      const { runAgentCommand } = await import('./run-agent.ts')
      await runAgentCommand(options)
    })
  add('status', 'what it joined, when it ran, what waits to be sent').action(async (options: Common) => {
    const { agentStatusCommand } = await import('./run-agent.ts')
    await agentStatusCommand(options)
  })
  add('install', 'run it every hour by a systemd timer (root); --url and --token join first')
    .option('--url <url>', 'address of the collector')
    .option('--token <token>', 'join token of the kind agent')
    .action(async (options: Common & { url?: string; token?: string }) => {
      const { installAgentCommand } = await import('./run-agent.ts')
      await installAgentCommand(options)
    })
  add('uninstall', 'remove the systemd timer; what it holds stays').action(async (options: Common) => {
    const { uninstallAgentCommand } = await import('./run-agent.ts')
    await uninstallAgentCommand(options)
  })
}

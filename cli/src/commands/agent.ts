import { resolve } from 'node:path'
import { type Command, Option } from 'commander'

export const agentStateDir = '/var/lib/rollcall-agent'
const stateDirOption = () =>
  new Option('--state-dir <dir>', "the agent's state directory")
    .env('ROLLCALL_AGENT_STATE_DIR')
    .default(agentStateDir)
    .argParser((text) => resolve(text))

type Common = { stateDir: string; json?: boolean }

export function addAgentCommands(program: Command): void {
  const group = program.command('agent').description("a machine's own agent: looks at it from the inside")
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .addOption(stateDirOption())
      .option('--json', 'print machine-readable output')

  add('join', 'join the collector with a join token')
    .requiredOption('--url <url>', 'address of the collector')
    .requiredOption('--token <token>', 'join token of the kind agent')
    .action(async (options: Common & { url: string; token: string }) => {
      const { joinAgentCommand } = await import('./run-agent.ts')
      await joinAgentCommand(options)
    })
  add('run', 'audit this machine once, send it and everything that waits, and end').action(async (options: Common) => {
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

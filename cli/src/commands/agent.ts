import { defaultStateDir } from '@rollcall/agent/state-dir.ts'
import { type LeaveOut, leaveOutChoices } from '@rollcall/shared/messages/agent-settings.ts'
import { endAfter } from '@rollcall/shared/node/end-process.ts'
import { type Command, Option } from 'commander'
import { addJoinOptions, type JoinOptions, joiningOf, requireJoining } from '../join-options.ts'
import { addressOption, jsonOption, stateDirOption } from './options.ts'

type Common = { stateDir: string; json?: boolean }
type InstallOptions = Common & JoinOptions & { joinLater?: boolean; watch?: boolean; leaveOut?: LeaveOut | 'nothing' }

export function addAgentCommands(program: Command): void {
  const group = program.command('agent').description('the agent: audits the machine that it runs on')
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .addOption(stateDirOption(defaultStateDir, 'ROLLCALL_AGENT_STATE_DIR'))
      .addOption(jsonOption())

  addJoinOptions(add('join', 'join the collector with a join token'), 'agent').action(
    async (options: Common & JoinOptions, command: Command) =>
      endAfter((await import('./manage-agent.ts')).joinAgentCommand(options, requireJoining(options, command))),
  )
  add('run', 'audit this machine once, send all waiting snapshots, and exit')
    .addOption(addressOption('--url'))
    .option('--if-due', 'if no run is due by the interval of the site, only send what waits; for the timer')
    .action(async (options: Common & { url?: string; ifDue?: boolean }) => {
      const [{ runAgentCommand }, { joinAsStored }] = await Promise.all([
        import('./run-agent.ts'),
        import('./manage-agent.ts'),
      ])
      await endAfter(runAgentCommand(options, joinAsStored))
    })
  add(
    'watch',
    'stay in memory, and start a run within a minute of each change of the installed software (see "install --watch"); logs JSON to standard error',
  ).action(async (options: Common) => endAfter((await import('./watch-agent.ts')).watchAgentCommand(options)))
  add('status', 'print the joined collector and the waiting snapshots').action(async (options: Common) =>
    (await import('./manage-agent.ts')).agentStatusCommand(options),
  )
  addJoinOptions(
    add(
      'install',
      'run the agent every hour by the scheduler of the system (as root or administrator); --url joins first, or joins again',
    ),
    'agent',
  )
    .option('--join-later', 'the first run joins: the collector need not be reachable now')
    .addOption(
      new Option(
        '--leave-out <data>',
        'data about people that this machine never sends, whatever the settings of its site: sign-ins, or accounts (with sign-ins, and the users of services and ports)',
      ).choices(['nothing', ...leaveOutChoices]),
    )
    .option(
      '--watch',
      'turn the watch on: a small program stays in memory, and starts a run within a minute of each change of the installed software',
    )
    .option('--no-watch', 'turn the watch off')
    .action(async (options: InstallOptions, command: Command) =>
      (await import('./manage-agent.ts')).installAgentCommand(options, joiningOf(options, command)),
    )
  add('uninstall', 'end the hourly runs and the watch; the state directory is kept').action(async (options: Common) =>
    (await import('./manage-agent.ts')).uninstallAgentCommand(options),
  )
}

import { assertFolderOpen } from '@rollcall/shared/node/assert-folder-open.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { Command, CommanderError } from 'commander'
import { leaveOutEmptySettings } from './empty-settings.ts'
import { CommandFailed, printFailure } from './failed.ts'
import { withWholeOutput } from './whole-output.ts'

/** Adds a command, or a group of commands, to the program. */
export type AddCommands = (program: Command) => void

/** Runs one command line and returns its exit code: 0 ok, 1 failed, 2 usage. Errors go to standard error. */
export const runCommandLine = (argv: string[], commands: readonly AddCommands[]): Promise<number> =>
  withWholeOutput(() => runCommand(argv, commands))

async function runCommand(argv: string[], commands: readonly AddCommands[]): Promise<number> {
  leaveOutEmptySettings()
  const program = new Command('rollcall')
    .description('IT-asset inventory: finds the devices on your networks, audits them and stores every snapshot.')
    .version(productVersion)
    .showHelpAfterError('(run with --help for the options of this command)')
    .exitOverride()
    .hook('preAction', (_, command) => {
      const { dataDir, stateDir }: { dataDir?: string; stateDir?: string } = command.opts()
      for (const folder of [dataDir, stateDir]) if (folder !== undefined) assertFolderOpen(folder)
    })
  for (const addTo of commands) addTo(program)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    return exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  // Commander has already printed its message, or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof CommandFailed) return error.exitCode
  return printFailure(error)
}

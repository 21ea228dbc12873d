import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { Command, CommanderError } from 'commander'
import { CommandFailed } from './failed.ts'

/** Adds a command, or a group of commands, to the program. */
export type AddCommands = (program: Command) => void

/** Runs one command line and returns its exit code: 0 ok, 1 failed, 2 usage. Errors go to standard error. */
export async function runCommandLine(argv: string[], commands: readonly AddCommands[]): Promise<number> {
  leaveOutEmptySettings()
  const program = new Command('rollcall')
    .description('IT-asset inventory: finds the devices on your networks, audits them and stores every snapshot.')
    .version(productVersion)
    .showHelpAfterError('(run with --help for the options of this command)')
    .exitOverride()
  for (const addTo of commands) addTo(program)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    return exitCodeOf(error)
  }
}

/** Takes a setting without a value as not set, as container tools write those that were left out. */
function leaveOutEmptySettings(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith('ROLLCALL_') && value?.trim() === '') delete process.env[name]
  }
}

function exitCodeOf(error: unknown): number {
  // Commander has already printed its message, or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof CommandFailed) return error.exitCode
  if (error instanceof OperatorError) console.error(`rollcall: ${error.message}`)
  else console.error(`rollcall: unexpected error: ${messageOf(error)}\n${error instanceof Error ? error.stack : ''}`)
  return 1
}

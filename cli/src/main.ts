import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { Command, CommanderError } from 'commander'
import { addAgentCommands } from './commands/agent.ts'
import { addAppRegistrationCommands } from './commands/app-registration.ts'
import { addAuditServiceCommands } from './commands/audit-service.ts'
import { addBackupCommand } from './commands/backup.ts'
import { addCollectorCommands } from './commands/collector.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addImportCommand } from './commands/import.ts'
import { addJoinTokenCommands } from './commands/join-token.ts'
import { addMaintenanceCommand } from './commands/maintenance.ts'
import { addProbeCommand } from './commands/probe.ts'
import { addQuotaCommand } from './commands/quota.ts'
import { addRestoreCommand } from './commands/restore.ts'
import { addScanCommand } from './commands/scan.ts'
import { addSnapshotCommand } from './commands/snapshot.ts'
import { addUpCommand } from './commands/up.ts'
import { addUserCommands } from './commands/user.ts'
import { CommandFailed } from './failed.ts'

/** Runs one command line and returns its exit code: 0 ok, 1 failed, 2 usage. Errors go to standard error. */
export async function main(argv: string[]): Promise<number> {
  const program = new Command('rollcall')
    .description('IT-asset inventory: finds the devices on your networks, audits them and stores every snapshot.')
    .version(productVersion)
    .showHelpAfterError('(run with --help for the options of this command)')
    .exitOverride()
  const add = [
    addUpCommand,
    addCollectorCommands,
    addAuditServiceCommands,
    addAgentCommands,
    addAppRegistrationCommands,
    addJoinTokenCommands,
    addImportCommand,
    addBackupCommand,
    addRestoreCommand,
    addMaintenanceCommand,
    addQuotaCommand,
    addUserCommands,
    addScanCommand,
    addProbeCommand,
    addSnapshotCommand,
    addDoctorCommand,
  ]
  for (const addTo of add) addTo(program)
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
  if (error instanceof OperatorError) console.error(`rollcall: ${error.message}`)
  else console.error(`rollcall: unexpected error: ${messageOf(error)}\n${error instanceof Error ? error.stack : ''}`)
  return 1
}

import { type AddCommands, runCommandLine } from './command-line.ts'
import { addAgentCommands } from './commands/agent.ts'
import { addAppRegistrationCommands } from './commands/app-registration.ts'
import { addAuditServiceCommands } from './commands/audit-service.ts'
import { addBackupCommand } from './commands/backup.ts'
import { addCollectorCommands } from './commands/collector.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addImportCommand } from './commands/import.ts'
import { addJoinTokenCommands } from './commands/join-token.ts'
import { addMaintenanceCommand } from './commands/maintenance.ts'
import { addMigrateToPostgresCommand } from './commands/migrate-to-postgres.ts'
import { addProbeCommand } from './commands/probe.ts'
import { addQuotaCommand } from './commands/quota.ts'
import { addRestoreCommand } from './commands/restore.ts'
import { addScanCommand } from './commands/scan.ts'
import { addSnapshotCommand } from './commands/snapshot.ts'
import { addUpCommand } from './commands/up.ts'
import { addUserCommands } from './commands/user.ts'

/** Every command of Rollcall. */
export const commands: readonly AddCommands[] = [
  addUpCommand,
  addCollectorCommands,
  addAuditServiceCommands,
  addAgentCommands,
  addAppRegistrationCommands,
  addJoinTokenCommands,
  addImportCommand,
  addBackupCommand,
  addRestoreCommand,
  addMigrateToPostgresCommand,
  addMaintenanceCommand,
  addQuotaCommand,
  addUserCommands,
  addScanCommand,
  addProbeCommand,
  addSnapshotCommand,
  addDoctorCommand,
]

/** Runs one command line with every command of Rollcall; see `runCommandLine`. */
export const main = (argv: string[]): Promise<number> => runCommandLine(argv, commands)

import { type AddCommands, runCommandLine } from './command-line.ts'
import { addAgentCommands } from './commands/agent.ts'
import { addAppRegistrationCommands } from './commands/app-registration.ts'
import { addAuditServiceCommands } from './commands/audit-service.ts'
import { addCollectorCommands } from './commands/collector.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addJoinTokenCommands } from './commands/join-token.ts'
import { addOperationsCommands } from './commands/operations.ts'
import { addProbeCommand } from './commands/probe.ts'
import { addScanCommand } from './commands/scan.ts'
import { addSnapshotCommand } from './commands/snapshot.ts'
import { addUpCommand } from './commands/up.ts'

/** Every command of Rollcall. */
export const commands: readonly AddCommands[] = [
  addUpCommand,
  addCollectorCommands,
  addAuditServiceCommands,
  addAgentCommands,
  addAppRegistrationCommands,
  addJoinTokenCommands,
  addOperationsCommands,
  addScanCommand,
  addProbeCommand,
  addSnapshotCommand,
  addDoctorCommand,
]

/** Runs one command line with every command of Rollcall; see `runCommandLine`. */
export const main = (argv: string[]): Promise<number> => runCommandLine(argv, commands)

import { runCommandLine } from './command-line.ts'
import { addAgentCommands } from './commands/agent.ts'
import { addAuditServiceCommands } from './commands/audit-service.ts'
import { addProbeCommand } from './commands/probe.ts'
import { addScanCommand } from './commands/scan.ts'
import { addSnapshotCommand } from './commands/snapshot.ts'

/** Runs one command line with the commands of an installed Audit Service; see `runCommandLine`. */
export const main = (argv: string[]): Promise<number> =>
  runCommandLine(argv, [addAuditServiceCommands, addAgentCommands, addScanCommand, addProbeCommand, addSnapshotCommand])

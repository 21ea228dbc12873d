import { runCommandLine } from './command-line.ts'
import { addAgentCommands } from './commands/agent.ts'
import { addSnapshotCommand } from './commands/snapshot.ts'

/** Runs one command line with the commands of an installed agent; see `runCommandLine`. */
export const main = (argv: string[]): Promise<number> => runCommandLine(argv, [addAgentCommands, addSnapshotCommand])

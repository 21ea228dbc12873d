import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'
import type { RestoreCommandOptions } from './run-restore.ts'

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty data directory, before starting the collector')
    .argument('<file>', 'file written by "rollcall backup"')
    .option('--force', 'move existing content of the data directory into a folder inside it')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (file: string, options: RestoreCommandOptions) => {
      const { runRestore } = await import('./run-restore.ts')
      await runRestore(file, options)
    })
}

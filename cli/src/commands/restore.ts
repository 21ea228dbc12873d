import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'
import type { RestoreCommandOptions } from './run-restore.ts'

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('put a backup into an empty data directory, before the collector starts on it')
    .argument('<file>', 'what "rollcall backup" has written')
    .option('--force', 'move what is in the data directory aside, into a folder in it')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (file: string, options: RestoreCommandOptions) => {
      const { runRestore } = await import('./run-restore.ts')
      await runRestore(file, options)
    })
}

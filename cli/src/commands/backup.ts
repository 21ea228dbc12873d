import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('back up a whole collector into one file, also while it runs')
    .argument('<file>', 'path of the .tar.gz; an existing file is replaced')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (file: string, options: { dataDir: string; json?: boolean }) => {
      const { runBackup } = await import('./run-backup.ts')
      await runBackup(file, options)
    })
}

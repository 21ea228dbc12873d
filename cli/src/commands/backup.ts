import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('write what a whole collector needs into one file, also while it runs')
    .argument('<file>', 'a .tar.gz; one that is there is replaced')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (file: string, options: { dataDir: string; json?: boolean }) => {
      const { runBackup } = await import('./run-backup.ts')
      await runBackup(file, options)
    })
}

import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'
import type { ImportCommandOptions } from './run-import.ts'

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('import GLPI inventory documents, observations and snapshots into the running collector')
    .argument('<file...>', 'files, folders (their *.json, without subfolders), or - for standard input')
    .option('--site <id>', "site of the devices (default: the collector's first site)")
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (files: string[], options: ImportCommandOptions) => {
      const { runImport } = await import('./run-import.ts')
      await runImport(files, options)
    })
}

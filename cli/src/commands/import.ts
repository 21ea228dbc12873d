import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'
import type { ImportCommandOptions } from './run-import.ts'

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('take GLPI inventory documents, observations and snapshots in to the running collector')
    .argument('<file...>', 'files, folders (their *.json, not deeper), or - for standard input')
    .option('--site <id>', "site they go to (default: the collector's first site)")
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (files: string[], options: ImportCommandOptions) => {
      const { runImport } = await import('./run-import.ts')
      await runImport(files, options)
    })
}

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { UpOptions } from '../up/up.ts'
import { addListenOptions } from './listen-options.ts'
import { dataDirOption } from './options.ts'

export function addUpCommand(program: Command): void {
  addListenOptions(
    program
      .command('up')
      .description("run collector, embedded NATS, a local Audit Service and this machine's agent")
      .addOption(dataDirOption()),
  )
    .option('--no-agent', "do not run this machine's agent")
    .option('--ready-file <file>', 'file written when everything is ready: JSON with url, caFile, siteId, …', (file) =>
      resolve(file),
    )
    .option('--json', 'print one line of JSON when ready, all else to standard error')
    .action(async (options: UpOptions) => (await import('../up/up.ts')).up(options))
}

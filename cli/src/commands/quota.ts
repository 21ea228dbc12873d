import { type Command, InvalidArgumentError } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

type Options = { site?: string; dataDir: string; json?: boolean }

function parseCalls(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('a whole number; 0: unlimited.')
  return Number(text)
}

export function addQuotaCommand(program: Command): void {
  program
    .command('quota')
    .description('print the usage of the monthly quota of a site, or set the quota; works even if the quota is used up')
    .argument('[calls]', 'calls per month; 0: unlimited', parseCalls)
    .option('--site <id>', "site of the quota (default: the collector's first site)")
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (calls: number | undefined, options: Options) => {
      const { showQuota } = await import('./run-quota.ts')
      await showQuota({ calls, ...options })
    })
}

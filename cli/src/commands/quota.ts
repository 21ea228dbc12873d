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
    .description(
      'how much of its monthly quota a site has used, or another quota; works when the API refuses calls as it is used up',
    )
    .argument('[calls]', 'calls a month; 0: unlimited', parseCalls)
    .option('--site <id>', "site whose quota it is (default: the collector's first site)")
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (calls: number | undefined, options: Options) => {
      const { showQuota } = await import('./run-quota.ts')
      await showQuota({ calls, ...options })
    })
}

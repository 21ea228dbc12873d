import { type Command, InvalidArgumentError } from 'commander'
import { addCredentialOptions } from '../credential-options.ts'
import type { ScanCommandOptions } from './run-scan.ts'

function parseRate(text: string): number {
  const rate = Number(text)
  if (!/^\d{1,7}$/.test(text) || rate < 1 || rate > 1_000_000) throw new InvalidArgumentError('1 to 1000000 a second.')
  return rate
}

export function addScanCommand(program: Command): void {
  addCredentialOptions(
    program
      .command('scan')
      .description('find and audit hosts without a collector, and print the results')
      .argument('<target...>', 'address, CIDR block, first-last range or DNS name'),
  )
    .option('--ping-only', 'only find hosts')
    .option('--os-detection', 'also let nmap detect versions and guess operating systems, up to a minute per host')
    .option(
      '--packets-per-second <n>',
      'discovery packets per second (default: 10000; 1000000 sets no limit)',
      parseRate,
    )
    .option('--json', 'print one observation per line')
    .action(async (targets: string[], options: ScanCommandOptions) =>
      (await import('./run-scan.ts')).runScan(targets, options),
    )
}

import type { Command } from 'commander'
import { addSnmpOptions, type SnmpOptions } from '../snmp-options.ts'

export type ScanCommandOptions = SnmpOptions & { pingOnly?: boolean; json?: boolean }

export function addScanCommand(program: Command): void {
  addSnmpOptions(
    program
      .command('scan')
      .description('find and audit hosts with no collector, and print what they are')
      .argument('<target...>', 'address, CIDR block, first-last range or DNS name'),
  )
    .option('--ping-only', 'only find hosts')
    .option('--json', 'print one observation a line')
    .action(async (targets: string[], options: ScanCommandOptions) => {
      const { runScan } = await import('./run-scan.ts')
      await runScan(targets, options)
    })
}

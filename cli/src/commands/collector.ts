import type { CollectorOptions } from '@rollcall/collector/config.ts'
import type { Command } from 'commander'
import { dataDirOption, parentOption, parsePort } from './options.ts'

type RunOptions = CollectorOptions & { json?: boolean; stopOnStdinEnd?: boolean }

export function addCollectorCommands(program: Command): void {
  const group = program.command('collector').description('the central part: HTTPS API, store, embedded NATS')
  group
    .command('run')
    .description('run it in the foreground, log as JSON on standard error')
    .addOption(dataDirOption())
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <n>', 'HTTPS port (default: 8443)', parsePort)
    .option('--nats-port <n>', 'port of the embedded NATS server (default: 4222)', parsePort)
    .option('--json', 'print one line of JSON when ready')
    .addOption(parentOption())
    .action(async (options: RunOptions) => {
      const { runCollector } = await import('./run-collector.ts')
      await runCollector(options)
    })
  group
    .command('status')
    .description('whether the collector on this data directory answers')
    .addOption(dataDirOption())
    .option('--json', 'print machine-readable output')
    .action(async (options: { dataDir: string; json?: boolean }) => {
      const { collectorStatus } = await import('./collector-status.ts')
      await collectorStatus(options)
    })
  group
    .command('install')
    .description('make it a systemd service (root), started now and at boot')
    .addOption(dataDirOption())
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <n>', 'HTTPS port (default: 8443)', parsePort)
    .option('--nats-port <n>', 'port of the embedded NATS server (default: 4222)', parsePort)
    .option('--json', 'print machine-readable output')
    .action(async ({ json, dataDir, host, port, natsPort }: RunOptions) => {
      const { installUnit } = await import('../systemd.ts')
      const flags = Object.entries({ '--data-dir': dataDir, '--host': host, '--port': port, '--nats-port': natsPort })
      const args = flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
      await installUnit({ part: 'collector', args: ['collector', 'run', ...args], writable: [dataDir ?? ''], json })
    })
  group
    .command('uninstall')
    .description('remove the systemd service; the data directory stays')
    .option('--json', 'print machine-readable output')
    .action(async ({ json }: { json?: boolean }) => {
      const { uninstallUnit } = await import('../systemd.ts')
      await uninstallUnit({ part: 'collector', json })
    })
}

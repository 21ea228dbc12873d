import type { CollectorOptions } from '@rollcall/collector/operations/config.ts'
import type { Command } from 'commander'
import { addListenOptions } from './listen-options.ts'
import { dataDirOption, jsonOption, parentOption } from './options.ts'

type Common = { dataDir: string; json?: boolean }
type RunOptions = Common & CollectorOptions & { stopOnStdinEnd?: boolean }

export function addCollectorCommands(program: Command): void {
  const group = program.command('collector').description('the central part: HTTPS API, store, embedded NATS')
  const add = (name: string, description: string) =>
    group.command(name).description(description).addOption(dataDirOption()).addOption(jsonOption())

  addListenOptions(add('run', 'run the collector in the foreground; logs JSON to standard error'))
    .addOption(parentOption())
    .action(async (options: RunOptions) => (await import('./run-collector.ts')).runCollector(options))
  add('status', 'check that the collector on this data directory answers').action(async (options: Common) =>
    (await import('./collector-status.ts')).collectorStatus(options),
  )
  add('nats-config', 'print the configuration that your own NATS servers need for Rollcall')
    .option('--claims-dir <dir>', 'folder in which your NATS servers store account claims', '/var/lib/nats/claims')
    .action(async (options: Common & { claimsDir: string }) =>
      (await import('./nats-config.ts')).printNatsConfig(options),
    )
  addListenOptions(add('install', 'install a systemd service (root), started now and at boot')).action(
    async ({ json, dataDir, host, port, natsPort, publicHost = [] }: RunOptions) => {
      const { installUnit } = await import('../systemd-units.ts')
      const { requirePrerequisites } = await import('./run-doctor.ts')
      const flags = Object.entries({ '--host': host, '--port': port, '--nats-port': natsPort })
      const given = flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
      const settings = [...given, ...publicHost.flatMap((name) => ['--public-host', name])]
      const bindsLowPorts = [port, natsPort].some((each) => Number(each ?? 1024) < 1024 && Number(each) > 0)
      const check = () => requirePrerequisites({ dataDir, host, port, natsPort })
      await installUnit({ part: 'collector', options: settings, stateDir: dataDir, bindsLowPorts, json, check })
    },
  )
  add('uninstall', 'remove the systemd service; the data directory is kept').action(async ({ json }: Common) =>
    (await import('../systemd-units.ts')).uninstallUnit({ part: 'collector', json }),
  )
}

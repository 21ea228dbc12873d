import { Argument, type Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addMaintenanceCommand(program: Command): void {
  program
    .command('maintenance')
    .description('close the API of the running collector, or open it again; the state survives a restart')
    .addArgument(new Argument('<state>', 'on: every API call is answered 503').choices(['on', 'off']))
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (state: string, options: { dataDir: string; json?: boolean }) => {
      const { setMaintenance } = await import('./run-maintenance.ts')
      await setMaintenance({ on: state === 'on', ...options })
    })
}

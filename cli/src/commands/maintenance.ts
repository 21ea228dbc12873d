import { Argument, type Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addMaintenanceCommand(program: Command): void {
  program
    .command('maintenance')
    .description('close the API of the running collector for a while, or open it again; a restart changes nothing')
    .addArgument(new Argument('<state>', 'on: every API call is answered 503').choices(['on', 'off']))
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (state: string, options: { dataDir: string; json?: boolean }) => {
      const { setMaintenance } = await import('./run-maintenance.ts')
      await setMaintenance({ on: state === 'on', ...options })
    })
}

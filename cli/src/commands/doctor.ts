import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the requirements on this machine and print remedies')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (options: { dataDir: string; json?: boolean }) => (await import('./run-doctor.ts')).doctor(options))
}

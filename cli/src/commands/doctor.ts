import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('what works on this machine, what does not, and what to do about it')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (options: { dataDir: string; json?: boolean }) => {
      const { doctor } = await import('./run-doctor.ts')
      await doctor(options)
    })
}

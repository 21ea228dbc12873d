import type { Command } from 'commander'
import { dataDirOption } from './options.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('what works on this machine, what does not, and what to do about it')
    .addOption(dataDirOption())
    .option('--json', 'print machine-readable output')
    .action(async (options: { dataDir: string; json?: boolean }) => {
      const { doctor } = await import('./run-doctor.ts')
      await doctor(options)
    })
}

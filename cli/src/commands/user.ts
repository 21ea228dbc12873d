import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addUserCommands(program: Command): void {
  program
    .command('user')
    .description('people who sign in to the web interface')
    .command('reset-password')
    .description('give a user who is locked out a one-time password, which is shown this once, and end its sessions')
    .argument('<username>', 'who it is')
    .option('--two-factor', 'take its second factor as well', false)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (username: string, options: { twoFactor: boolean; dataDir: string; json?: boolean }) => {
      const { resetUserPassword } = await import('./run-user.ts')
      await resetUserPassword({ username, ...options })
    })
}

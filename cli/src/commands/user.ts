import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addUserCommands(program: Command): void {
  program
    .command('user')
    .description('users of the web interface')
    .command('reset-password')
    .description('set a one-time password for a user, which is shown only once, and end all sessions of the user')
    .argument('<username>', 'user name')
    .option('--two-factor', 'also remove the second factor', false)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (username: string, options: { twoFactor: boolean; dataDir: string; json?: boolean }) => {
      const { resetUserPassword } = await import('./run-user.ts')
      await resetUserPassword({ username, ...options })
    })
}

import type { Command } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

export function addMigrateToPostgresCommand(program: Command): void {
  program
    .command('migrate-to-postgres')
    .description('copy the SQLite database into the empty PostgreSQL database of ROLLCALL_DATABASE_URL')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (options: { dataDir: string; json?: boolean }) => {
      const { runMigrateToPostgres } = await import('./run-migrate-to-postgres.ts')
      await runMigrateToPostgres(options)
    })
}

import { Argument, type Command, InvalidArgumentError } from 'commander'
import { dataDirOption, jsonOption } from './options.ts'

type Common = { dataDir: string; json?: boolean }
type OfSite = Common & { site?: string }

function parseCalls(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('a whole number; 0: unlimited.')
  return Number(text)
}

/** Adds the commands that change or save what a collector has, on its machine. */
export function addOperationsCommands(program: Command): void {
  const add = (name: string, description: string, parent = program) =>
    parent.command(name).description(description).addOption(dataDirOption()).addOption(jsonOption())

  add('import', 'import GLPI inventory documents, observations and snapshots into the running collector')
    .argument('<file...>', 'files, folders (their *.json, without subfolders), or - for standard input')
    .option('--site <id>', "site of the devices (default: the collector's first site)")
    .action(async (files: string[], options: OfSite) => (await import('./run-import.ts')).runImport(files, options))

  add('backup', 'back up a whole collector into one file, also while it runs')
    .argument('<file>', 'path of the .tar.gz; an existing file is replaced')
    .action(async (file: string, options: Common) => (await import('./run-backup.ts')).runBackup(file, options))

  add('restore', 'restore a backup into an empty data directory, before starting the collector')
    .argument('<file>', 'file written by "rollcall backup"')
    .option('--force', 'move existing content of the data directory into a folder inside it')
    .action(async (file: string, options: Common & { force?: boolean }) =>
      (await import('./run-restore.ts')).runRestore(file, options),
    )

  add(
    'migrate-to-postgres',
    'copy the SQLite database into the empty PostgreSQL database of ROLLCALL_DATABASE_URL',
  ).action(async (options: Common) => (await import('./run-migrate-to-postgres.ts')).runMigrateToPostgres(options))

  add('maintenance', 'close the API of the running collector, or open it again; the state survives a restart')
    .addArgument(new Argument('<state>', 'on: every API call is answered 503').choices(['on', 'off']))
    .action(async (state: string, options: Common) =>
      (await import('./run-maintenance.ts')).setMaintenance({ on: state === 'on', ...options }),
    )

  add('quota', 'print the usage of the monthly quota of a site, or set the quota; works even if the quota is used up')
    .argument('[calls]', 'calls per month; 0: unlimited', parseCalls)
    .option('--site <id>', "site of the quota (default: the collector's first site)")
    .action(async (calls: number | undefined, options: OfSite) =>
      (await import('./run-quota.ts')).showQuota({ calls, ...options }),
    )

  add(
    'reset-password',
    'set a one-time password for a user, which is shown only once, and end all sessions of the user',
    program.command('user').description('users of the web interface'),
  )
    .argument('<username>', 'user name')
    .option('--two-factor', 'also remove the second factor', false)
    .action(async (username: string, options: Common & { twoFactor: boolean }) =>
      (await import('./run-user.ts')).resetUserPassword({ username, ...options }),
    )
}

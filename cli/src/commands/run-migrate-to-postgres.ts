import { readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { migrateToPostgres } from '@rollcall/collector/operations/migrate-to-postgres.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { print } from '../output.ts'

/** Copies the database, tells its progress on standard error, and says what to do next. */
export async function runMigrateToPostgres({ dataDir, json }: { dataDir: string; json?: boolean }): Promise<void> {
  const config = readCollectorConfig({ dataDir }, process.env)
  const { tables, isFinal } = await migrateToPostgres(config, ({ table, rows }, number, of) => {
    if (rows > 0) console.error(`${number} of ${of}: ${table}, ${counted(rows, 'row')}`)
  })
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  print(json, { dataDir, isFinal, rows, tables }, () =>
    [
      `Copied ${counted(rows, 'row')} of ${counted(tables.length, 'table')}; number and content of the rows are the same.`,
      ...(isFinal
        ? [
            'Set ROLLCALL_DATABASE_URL for the collector, in /etc/rollcall/collector.env if it is a service, and start it.',
            `Keep the data directory ${dataDir}: it has the master key. Its rollcall.db is no longer used.`,
          ]
        : [
            'This was a rehearsal, because the collector runs: what it stores meanwhile is not in the copy.',
            'Stop the collector, and run the command again. No collector starts on this copy.',
          ]),
    ].join('\n'),
  )
}

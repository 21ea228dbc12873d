import { holds } from '@rollcall/collector/operations/backup/manifest.ts'
import { restore } from '@rollcall/collector/operations/backup/restore.ts'
import { readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { databaseName, masterKeyName } from '@rollcall/collector/operations/data-dir.ts'
import { print } from '../output.ts'

type RestoreCommandOptions = { force?: boolean; dataDir: string; json?: boolean }

export async function runRestore(file: string, { dataDir, force = false, json }: RestoreCommandOptions): Promise<void> {
  const { masterKeyFile, publicHosts } = readCollectorConfig({ dataDir }, process.env)
  const { manifest, movedTo } = await restore(file, { dataDir, masterKeyFile, force }, new Date())
  const { createdAt, engine } = manifest
  const [database, masterKey] = [holds(manifest, databaseName), holds(manifest, masterKeyName)]
  print(json, { dataDir, createdAt, engine, database, masterKey, movedTo: movedTo ?? null }, () =>
    [
      `Restored the backup of ${createdAt} to ${dataDir}; now start the collector.`,
      ...(movedTo === undefined ? [] : [`The previous content is in ${movedTo}.`]),
      ...(masterKey
        ? []
        : ['The backup does not contain the master key: set ROLLCALL_MASTER_KEY_FILE to its path before starting.']),
      ...(database
        ? []
        : ['The backup does not contain the PostgreSQL database: restore it with pg_restore before starting.']),
      // Else the new certificate lacks the names by which parts reach it.
      ...(publicHosts.length > 0
        ? []
        : ['Backups contain no settings: set ROLLCALL_PUBLIC_HOSTS to the names of the collector before starting.']),
    ].join('\n'),
  )
}

import { holds } from '@rollcall/collector/operations/backup/manifest.ts'
import { restore } from '@rollcall/collector/operations/backup/restore.ts'
import { readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { databaseName, masterKeyName } from '@rollcall/collector/operations/data-dir.ts'
import { print } from '../output.ts'

export type RestoreCommandOptions = { force?: boolean; dataDir: string; json?: boolean }

export async function runRestore(file: string, { dataDir, force = false, json }: RestoreCommandOptions): Promise<void> {
  const { masterKeyFile } = readCollectorConfig({ dataDir }, process.env)
  const { manifest, movedTo } = await restore(file, { dataDir, masterKeyFile, force }, new Date())
  const { createdAt, engine } = manifest
  const [database, masterKey] = [holds(manifest, databaseName), holds(manifest, masterKeyName)]
  print(json, { dataDir, createdAt, engine, database, masterKey, movedTo: movedTo ?? null }, () =>
    [
      `Restored the backup of ${createdAt} to ${dataDir}; start the collector on it.`,
      ...(movedTo === undefined ? [] : [`What was there is in ${movedTo}.`]),
      ...(masterKey ? [] : ['The master key is not in it: set ROLLCALL_MASTER_KEY_FILE to it for the start.']),
      ...(database ? [] : ['The PostgreSQL database is not in it: restore it with pg_restore before the start.']),
    ].join('\n'),
  )
}

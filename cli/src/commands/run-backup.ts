import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { backUp } from '@rollcall/collector/operations/backup/back-up.ts'
import { holds } from '@rollcall/collector/operations/backup/manifest.ts'
import { readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { databaseName, masterKeyName } from '@rollcall/collector/operations/data-dir.ts'
import { readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { print } from '../output.ts'

/** Backs up the files directly, so that the running collector does no long copy. */
export async function runBackup(name: string, { dataDir, json }: { dataDir: string; json?: boolean }): Promise<void> {
  const file = resolve(name)
  const config = readCollectorConfig({ dataDir }, process.env)
  // A running collector's settings are right; this terminal's environment may differ.
  const { engine, masterKeyFile } = readLocalAccess(dataDir) ?? { ...config, engine: config.store.engine }
  const manifest = await backUp({ dataDir, engine, masterKeyFile }, file, new Date())
  const { size: sizeBytes } = await stat(file)
  const [database, masterKey] = [holds(manifest, databaseName), holds(manifest, masterKeyName)]
  print(json, { file, sizeBytes, createdAt: manifest.createdAt, engine, database, masterKey }, () =>
    [
      `Backed up ${dataDir} to ${file} (${(sizeBytes / 1024 ** 2).toFixed(1)} MiB) and verified the file.`,
      masterKey
        ? 'The file contains the master key: anyone with this file can read every secret.'
        : `The file does not contain the master key ${masterKeyFile}: back it up separately.`,
      ...(database ? [] : ['The file does not contain the PostgreSQL database: back it up with pg_dump.']),
    ].join('\n'),
  )
}

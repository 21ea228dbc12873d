import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { type CopiedTable, copyToPostgres } from '../store/copy/copy-to-postgres.ts'
import type { CollectorConfig } from './config.ts'
import { databaseName, prepareDataDir, takeDataDir } from './data-dir.ts'

type Migrated = {
  tables: CopiedTable[]
  /** False if a collector may have changed the source meanwhile: no collector starts on this copy. */
  isFinal: boolean
}

/**
 * Copies the SQLite database of a data directory into the PostgreSQL database of the settings. While the collector runs
 * it is a rehearsal, which shows how long it takes and that nothing is in the way.
 */
export async function migrateToPostgres(
  { dataDir, store }: Pick<CollectorConfig, 'dataDir' | 'store'>,
  onTable: (copied: CopiedTable, number: number, of: number) => void,
): Promise<Migrated> {
  if (store.engine !== 'postgres') {
    throw new OperatorError('ROLLCALL_DATABASE_URL names no database: set it to the empty PostgreSQL database')
  }
  await prepareDataDir(dataDir)
  const lock = await takeDataDir(dataDir, 'collector').catch((error: unknown) => {
    if (error instanceof OperatorError) return undefined
    throw error
  })
  try {
    const isFinal = lock !== undefined
    const tables = await copyToPostgres({ file: join(dataDir, databaseName), url: store.url, isFinal, onTable })
    return { tables, isFinal }
  } finally {
    lock?.release()
  }
}

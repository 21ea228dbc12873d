import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationHash, readMigrations } from '../../../collector/src/store/migrations.ts'
import { bringUpToDate, type DatasetSize, generate } from './generate.ts'

export type Dataset = DatasetSize & {
  dataDir: string
  /** Database on PostgreSQL; SQLite's is in the data directory. */
  databaseUrl?: string
  megabytes: number
  /** Undefined when it was there from an earlier run. */
  seconds: number | undefined
}

/** Raise it when devices.ts generates other devices, so that a dataset of before is not taken for the new one. */
const shape = 2

/** Not tracked: .tools is what the scripts fetch and keep. */
export const cacheDir = join(import.meta.dirname, '..', '..', '..', '.tools', 'bench')

/**
 * The dataset of this size, generated unless an earlier run has left it. One of an earlier release is brought to the
 * current schema, as any database is; only a schema that begins anew needs a new one.
 */
export async function dataset(size: DatasetSize): Promise<Dataset> {
  const dataDir = join(cacheDir, await nameOf(size))
  const startedAt = performance.now()
  const isThere = existsSync(dataDir)
  if (!isThere) {
    const unfinished = `${dataDir}.new`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    await generate(unfinished, size)
    await rename(unfinished, dataDir)
  }
  await bringUpToDate(dataDir)
  const { size: bytes } = await stat(join(dataDir, 'rollcall.db'))
  const seconds = isThere ? undefined : (performance.now() - startedAt) / 1000
  if (seconds !== undefined) await writeFile(join(dataDir, 'seconds'), seconds.toFixed(0))
  return { ...size, dataDir, megabytes: bytes / 2 ** 20, seconds }
}

/** Name of the dataset of a size, which no dataset of another form has. */
export async function nameOf({ devices, packages, snapshots, generated = devices }: DatasetSize): Promise<string> {
  const [first] = await readMigrations('sqlite')
  if (!first) throw new Error('there are no migrations')
  return `${devices}-${generated}-${packages}-${snapshots}-${shape}-${migrationHash(first).slice(0, 12)}`
}

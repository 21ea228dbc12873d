import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationHash, readMigrations } from '../../../collector/src/store/migrations.ts'
import { bringUpToDate, type DatasetSize, generate } from './generate.ts'

export type Dataset = DatasetSize & {
  dataDir: string
  megabytes: number
  /** Undefined when it was there from an earlier run. */
  seconds: number | undefined
}

/** Not tracked: .tools is what the scripts fetch and keep. */
const cacheDir = join(import.meta.dirname, '..', '..', '..', '.tools', 'bench')

/**
 * The dataset of this size, generated unless an earlier run has left it. One of an earlier release is brought to the
 * current schema, as any database is; only a schema that begins anew needs a new one.
 */
export async function dataset(size: DatasetSize): Promise<Dataset> {
  const name = `${size.devices}-${size.packages}-${size.snapshots}-${await schemaHash()}`
  const dataDir = join(cacheDir, name)
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

async function schemaHash(): Promise<string> {
  const [first] = await readMigrations('sqlite')
  if (!first) throw new Error('there are no migrations')
  return migrationHash(first).slice(0, 12)
}

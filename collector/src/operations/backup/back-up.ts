import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, makeScratchFolder, movePath } from '@rollcall/shared/node/durable-files.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { copySqlite } from '../../store/sqlite/copy.ts'
import { databaseName, masterKeyName } from '../data-dir.ts'
import { readArchive, writeArchive } from './archive.ts'
import { checkDatabase } from './check-database.ts'
import { recordBackup } from './last-backup.ts'
import { type BackedUpName, type BackupFile, backedUpFiles, type Manifest } from './manifest.ts'

/** Data of a collector, which may be running. */
type BackupSource = { dataDir: string; engine: Manifest['engine']; masterKeyFile: string }

/**
 * Writes a backup to `file`, which appears when the backup is complete and was read back. An existing file is replaced.
 * A master key outside the data directory is not included.
 */
export async function backUp(source: BackupSource, file: string, now: Date): Promise<Manifest> {
  const target = resolve(file)
  if (!existsSync(source.masterKeyFile)) {
    throw new OperatorError(
      `there is no master key ${source.masterKeyFile}: name the collector's folder with --data-dir, and set ROLLCALL_MASTER_KEY_FILE as in the collector`,
    )
  }
  // Before the copy, which takes long for a large database.
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory()) {
    throw new OperatorError(
      `${target} is a folder: add the name of the file, such as ${join(target, 'rollcall.tar.gz')}`,
    )
  }
  if (!existsSync(dirname(target))) {
    throw new OperatorError(`cannot write the backup ${target}: there is no folder ${dirname(target)}; create it first`)
  }
  const draft = await makeScratchFolder(target).catch((error: unknown) => {
    throw new OperatorError(`cannot write the backup ${target}: ${messageOf(error)}`)
  })
  try {
    const names = await collect(source, draft)
    const manifest: Manifest = {
      format: 1,
      version: productVersion,
      createdAt: now.toISOString(),
      engine: source.engine,
      files: await Promise.all(names.map((name) => describe(draft, name))),
    }
    const archive = join(draft, 'archive')
    await writeArchive(archive, manifest, ({ name }) => createReadStream(join(draft, name)))
    await readArchive(archive, async (_, content) => void (await digest(content)))
    await movePath(archive, target)
    await recordBackup(source.dataDir, manifest)
    return manifest
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`cannot write the backup ${target}: ${messageOf(error)}`)
  } finally {
    await rm(draft, { recursive: true })
  }
}

/** Copies the existing files, so that they match their description in the manifest. */
async function collect({ dataDir, engine, masterKeyFile }: BackupSource, draft: string): Promise<BackedUpName[]> {
  const collected: BackedUpName[] = []
  for (const name of backedUpFiles) {
    const [from, to] = [join(dataDir, name), join(draft, name)]
    if (name === masterKeyName && masterKeyFile !== from) continue
    if (name === databaseName) {
      if (engine !== 'sqlite') continue
      await copySqlite(from, to)
      await checkDatabase(to, masterKeyFile)
    } else {
      if (!existsSync(from)) continue
      await makeFolder(dirname(to))
      await copyFile(from, to)
    }
    collected.push(name)
  }
  return collected
}

async function describe(draft: string, name: BackedUpName): Promise<BackupFile> {
  const path = join(draft, name)
  return { name, sizeBytes: (await stat(path)).size, sha256: await digest(createReadStream(path)) }
}

async function digest(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}

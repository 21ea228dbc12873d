import { createWriteStream, existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder, makeScratchFolder, movePath, syncFolder } from '@rollcall/shared/node/durable-files.ts'
import { databaseName, dataDirLockFiles, masterKeyName, packagesName, takeDataDir } from '../data-dir.ts'
import { readArchive } from './archive.ts'
import { checkDatabase } from './check-database.ts'
import { holds, type Manifest } from './manifest.ts'

type RestoreTarget = {
  dataDir: string
  /** Path from the settings, for a backup without a key. */
  masterKeyFile: string
  /** Moves existing data aside. */
  force: boolean
}

type Restored = { manifest: Manifest; movedTo: string | undefined }

const asidePrefix = 'before-restore-'

/**
 * Restores a backup into the data directory of a stopped collector. The backup is completely unpacked and checked
 * before any existing file is moved, and no existing file is ever deleted. Everything stays within the directory, which
 * may be all that this user can write, and a file system of its own.
 */
export async function restore(file: string, target: RestoreTarget, now: Date): Promise<Restored> {
  const { dataDir, force } = target
  const lock = await takeDataDir(dataDir, 'collector')
  try {
    const there = (await readdir(dataDir)).filter((name) => !staysInPlace(name))
    if (there.length > 0 && !force) {
      throw new OperatorError(
        `${dataDir} is not empty: name another folder with --data-dir, or move the existing files aside with --force`,
      )
    }
    return await replace(there, file, target, now)
  } finally {
    lock.release()
  }
}

async function replace(there: string[], file: string, target: RestoreTarget, now: Date): Promise<Restored> {
  const { dataDir } = target
  const unpacked = await makeScratchFolder(join(dataDir, 'restore'))
  try {
    const manifest = await readArchive(file, ({ name }, content) => unpack(join(unpacked, name), content))
    await check(manifest, unpacked, target)
    const movedTo =
      there.length > 0 ? join(dataDir, `${asidePrefix}${now.toISOString().replaceAll(':', '-')}`) : undefined
    if (movedTo !== undefined) await move(there, dataDir, movedTo)
    await move(await readdir(unpacked), unpacked, dataDir)
    return { manifest, movedTo }
  } finally {
    await rm(unpacked, { recursive: true })
  }
}

/** The packages that the collector hands out belong to the installation, and are in no backup. */
const staysInPlace = (name: string): boolean =>
  name.startsWith(asidePrefix) || name === packagesName || dataDirLockFiles.includes(name)

async function unpack(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  await makeFolder(dirname(path))
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  await syncFolder(dirname(path))
}

async function check(manifest: Manifest, unpacked: string, { masterKeyFile }: RestoreTarget): Promise<void> {
  if (!holds(manifest, databaseName)) return
  const key = holds(manifest, masterKeyName) ? join(unpacked, masterKeyName) : masterKeyFile
  await checkDatabase(join(unpacked, databaseName), existsSync(key) ? key : undefined)
}

async function move(names: string[], from: string, to: string): Promise<void> {
  await makeFolder(to)
  for (const name of names) await movePath(join(from, name), join(to, name))
}

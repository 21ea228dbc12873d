import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { link, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../errors.ts'

/**
 * The one module that writes, moves and removes files that Rollcall relies on (a house test forbids it elsewhere). The
 * effect of each function survives a power cut: contents are synced before a name points at them, and folders are
 * synced after a name changed. A file has its old content or its new one, never a part of it.
 */

type Content = string | Uint8Array | readonly Uint8Array[]

type WriteOptions = {
  /** Default 0o600. */
  mode?: number
  /** Keeps an existing file, because another process may have just written it. */
  exclusive?: boolean
}

/** Writes a file. Returns false if `exclusive` kept an existing one. */
export async function writeFileWhole(path: string, content: Content, options: WriteOptions = {}): Promise<boolean> {
  const target = isLink(path, await lstat(path).catch(missing)) ? await realpath(path) : path
  const temporary = temporaryOf(target)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      for (const part of partsOf(content)) await file.writeFile(part)
      // The umask must not change the mode.
      await file.chmod(options.mode ?? 0o600)
      await file.sync()
    } finally {
      await file.close()
    }
    if (options.exclusive) await link(temporary, target)
    else await rename(temporary, target)
  } catch (error) {
    if (!options.exclusive || codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    // After a rename the temporary file is gone. The next start's `makeFolder` removes one that cannot be removed now.
    await rm(temporary, { force: true }).catch(() => undefined)
  }
  await syncFolder(dirname(target))
  return true
}

/** `writeFileWhole` for callers that cannot await. */
export function writeFileWholeSync(path: string, content: Content, options: WriteOptions = {}): boolean {
  const target = isLink(path, lstatSync(path, { throwIfNoEntry: false })) ? realpathSync(path) : path
  const temporary = temporaryOf(target)
  try {
    const descriptor = openSync(temporary, 'wx', 0o600)
    try {
      for (const part of partsOf(content)) writeFileSync(descriptor, part)
      fchmodSync(descriptor, options.mode ?? 0o600)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    if (options.exclusive) linkSync(temporary, target)
    else renameSync(temporary, target)
  } catch (error) {
    if (!options.exclusive || codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    removeTemporarySync(temporary)
  }
  syncFolderSync(dirname(target))
  return true
}

/** Moves a file or folder within one file system. */
export async function movePath(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from))
}

/** Removes a file. Returns true if it existed. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await rm(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  await syncFolder(dirname(path))
  return true
}

/** Removes a folder with its contents; a missing folder is no error. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await syncFolder(dirname(path))
}

/**
 * Makes a folder and its parents (mode 700 by default), and removes temporary files left by killed processes. Call it
 * when opening a folder, before writing into it.
 */
export async function makeFolder(path: string, mode = 0o700): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode })
  if (first !== undefined) for (const parent of parentsOfMade(first, path)) await syncFolder(parent)
  else for (const name of (await readdir(path)).filter(isLeftOver)) await rm(join(path, name), leftOver)
}

/** `makeFolder` for callers that cannot await. */
export function makeFolderSync(path: string, mode = 0o700): void {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first !== undefined) for (const parent of parentsOfMade(first, path)) syncFolderSync(parent)
  else for (const name of readdirSync(path).filter(isLeftOver)) rmSync(join(path, name), leftOver)
}

/**
 * Makes a scratch folder (mode 700) beside `path`, and removes those left by killed processes. The caller removes it.
 */
export async function makeScratchFolder(path: string): Promise<string> {
  const prefix = `.${basename(path)}.`
  const names = await readdir(dirname(path))
  for (const name of names.filter((each) => each.startsWith(prefix) && isLeftOver(each)))
    await rm(join(dirname(path), name), leftOver)
  const folder = temporaryOf(path)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** Makes the names in a folder durable after files were written into it in another way. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; NTFS journals its names.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function syncFolderSync(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Returns the folders in which `mkdir` created a name; `first` is the topmost created folder. */
function parentsOfMade(first: string, path: string): string[] {
  const parents: string[] = []
  const topmost = resolve(first)
  for (let made = resolve(path); made.length >= topmost.length; made = dirname(made)) parents.push(dirname(made))
  return parents
}

/** Separates this process's temporary files from those of a dead process with the same id, as in a container. */
const ownToken = randomBytes(6).toString('hex')
let counter = 0

function temporaryOf(path: string): string {
  counter += 1
  return join(dirname(path), `.${basename(path)}.${process.pid}.${ownToken}.${counter}.new`)
}

const leftOver = { recursive: true, force: true }

function isLeftOver(name: string): boolean {
  const [, pid, token] = /^\..*\.(\d+)\.([0-9a-f]{12})\.\d+\.new$/.exec(name) ?? []
  if (pid === undefined) return false
  return Number(pid) === process.pid ? token !== ownToken : !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

const partsOf = (content: Content): readonly (string | Uint8Array)[] =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content

/**
 * Returns true for a symbolic link, whose target is replaced instead of the link. Refuses everything that is neither a
 * file nor a link, such as a device.
 */
function isLink(path: string, found: Pick<Stats, 'isFile' | 'isSymbolicLink'> | undefined): boolean {
  if (found && !found.isFile() && !found.isSymbolicLink()) throw new Error(`${path} is not a file`)
  return found?.isSymbolicLink() ?? false
}

function missing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

function removeTemporarySync(path: string): void {
  try {
    if (existsSync(path)) rmSync(path)
  } catch {
    // The next start's `makeFolder` removes it.
  }
}

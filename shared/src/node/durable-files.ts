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

/**
 * The one place that writes, moves and removes files that Rollcall relies on (a house test forbids it elsewhere).
 * Whatever these functions did is still there after a power cut: contents are synced before a name points at them, and
 * folders are synced after a name changed. A file is there with its old content or its new one, never with a part of it.
 */

type Content = string | Uint8Array | readonly Uint8Array[]

type WriteOptions = {
  /** Default 0o600. */
  mode?: number
  /** Keeps a file that is there already, as another process may have written it a moment ago. */
  exclusive?: boolean
}

/** Writes a file. Returns false when `exclusive` kept the one that is there. */
export async function writeFileWhole(path: string, content: Content, options: WriteOptions = {}): Promise<boolean> {
  const target = isLink(path, await lstat(path).catch(missing)) ? await realpath(path) : path
  const temporary = temporaryOf(target)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      for (const part of partsOf(content)) await file.writeFile(part)
      // The umask has no say in it.
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
    // After a rename there is none. One that cannot be removed is removed by the next start's `makeFolder`.
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

/** Removes a file. Returns whether there was one. */
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

/** Removes a folder with everything in it; one that is not there is no error. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await syncFolder(dirname(path))
}

/**
 * Makes a folder and its parents (mode 700 unless told otherwise), and removes temporary files that killed processes left in
 * it. Call it where a folder is opened, before anything in it is written.
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
 * Makes a folder (mode 700) beside `path` to prepare it in, and removes those that killed processes left there. The
 * caller removes it.
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

/** Makes the names in a folder durable, as after files were written into it in another way. */
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

/** Folders that hold a name that `mkdir` has made: `first` is the topmost of them. */
function parentsOfMade(first: string, path: string): string[] {
  const parents: string[] = []
  const topmost = resolve(first)
  for (let made = resolve(path); made.length >= topmost.length; made = dirname(made)) parents.push(dirname(made))
  return parents
}

/** Tells this process's temporary files from those of a dead one that had the same id, as in a container. */
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
    // EPERM: it is another user's.
    return codeOf(error) === 'EPERM'
  }
}

const partsOf = (content: Content): readonly (string | Uint8Array)[] =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content

/** The file that a link points at is replaced, not the link. Anything but a file, such as a device, is refused. */
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

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

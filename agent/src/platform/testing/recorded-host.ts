import { basename, dirname } from 'node:path/posix'
import { completed, type FileSystemSize, type Host, LimitError, ownedEntriesMax, type ProcessEnd } from '../host.ts'

/** Recorded data of a machine, for tests: files by path, and outputs of programs. */
export type Recording = {
  files?: Record<string, string | Buffer>
  /** By command line (`ip -json addr`), or by name for any arguments. */
  programs?: Record<string, string | Partial<ProcessEnd> | (() => Promise<ProcessEnd>)>
  /** Owners of files and folders other than root, by path. */
  owners?: Record<string, number>
  /** Modification times in seconds since 1970, by path. */
  modified?: Record<string, number>
  /** Process of each socket, by inode. */
  sockets?: Record<number, number>
  /** Sizes of file systems, by mount point. */
  sizes?: Record<string, FileSystemSize>
}

/** Returns a machine that consists of a recording; its folders are those of the recorded files. */
export function recordedHost(recording: Recording): Host {
  const { files = {}, programs = {}, owners = {}, modified = {}, sockets = {}, sizes = {} } = recording
  const isOwnedBy = (path: string, owner: number | undefined) => owner === undefined || (owners[path] ?? 0) === owner
  const readBytes = (path: string, bytesMax: number, owner: number | undefined) => {
    if (files[path] === undefined || !isOwnedBy(path, owner)) return undefined
    const bytes = Buffer.from(files[path])
    if (bytes.length > bytesMax) throw new LimitError(`${path} is larger than ${bytesMax} bytes`)
    return bytes
  }
  let folders: Map<string, Set<string>> | undefined
  const names = new Set(Object.keys(programs).map((line) => line.split(' ')[0]))
  return {
    readFile: async (path, bytesMax, owner) => readBytes(path, bytesMax, owner)?.toString(),
    readBytes: async (path, bytesMax, owner) => readBytes(path, bytesMax, owner),
    readRange: async (path, offset, length, owner) =>
      readBytes(path, Number.MAX_SAFE_INTEGER, owner)?.subarray(offset, offset + length),
    listFolder: async (path, owner) => {
      if (!isOwnedBy(path, owner)) return []
      folders ??= foldersOf(Object.keys(files))
      const found = [...(folders.get(path.replace(/\/$/, '')) ?? [])].sort()
      if (owner !== undefined && found.length > ownedEntriesMax) {
        throw new LimitError(`${path} has more than ${ownedEntriesMax} files`)
      }
      return found
    },
    modifiedTimes: async (folder, suffix, owner) =>
      new Map(
        Object.entries(modified).flatMap(([path, seconds]) =>
          dirname(path) === folder && path.endsWith(suffix) && isOwnedBy(folder, owner)
            ? [[basename(path), seconds]]
            : [],
        ),
      ),
    socketOwners: async (inodes) =>
      new Map([...inodes].flatMap((inode) => (sockets[inode] ? [[inode, sockets[inode]]] : []))),
    fileSystemSize: async (mount) => sizes[mount],
    run: async (program, args, limits) => {
      const output = programs[[program, ...args].join(' ')] ?? programs[program]
      if (output === undefined) throw new Error(`nothing recorded for ${program} ${args.join(' ')}`)
      if (typeof output === 'function') return completed(program, await output(), limits)
      const end = { code: 0, stdout: '', stderr: '', ...(typeof output === 'string' ? { stdout: output } : output) }
      return completed(program, end, limits)
    },
    hasProgram: async (name) => names.has(name),
  }
}

/** Returns the names in each folder. */
function foldersOf(paths: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const path of paths) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at)
      const [name = ''] = path.slice(at + 1).split('/', 1)
      folders.set(folder, (folders.get(folder) ?? new Set()).add(name))
    }
  }
  return folders
}

import { basename, dirname } from 'node:path/posix'
import type { Host, RunOutput } from './host.ts'

/** Recorded data of a machine, for tests: files by path, and outputs of programs. */
export type Recording = {
  files?: Record<string, string | Buffer>
  /** By command line (`ip -json addr`), or by name for any arguments. */
  programs?: Record<string, string | Partial<RunOutput> | (() => Promise<RunOutput>)>
  /** Owners of files and folders other than root, by path. */
  owners?: Record<string, number>
  /** Modification times in seconds since 1970, by path. */
  modified?: Record<string, number>
  /** Process of each socket, by inode. */
  sockets?: Record<number, number>
}

/** Returns a machine that consists of a recording; its folders are those of the recorded files. */
export function recordedHost(recording: Recording): Host {
  const { files = {}, programs = {}, owners = {}, modified = {}, sockets = {} } = recording
  const isOwnedBy = (path: string, owner: number | undefined) => owner === undefined || (owners[path] ?? 0) === owner
  const names = new Set(Object.keys(programs).map((line) => line.split(' ')[0]))
  return {
    readFile: async (path, _bytesMax, owner) => (isOwnedBy(path, owner) ? files[path]?.toString() : undefined),
    readBytes: async (path, _bytesMax, owner) =>
      files[path] === undefined || !isOwnedBy(path, owner) ? undefined : Buffer.from(files[path]),
    listFolder: async (path, owner) => {
      if (!isOwnedBy(path, owner)) return []
      const prefix = path.endsWith('/') ? path : `${path}/`
      const below = Object.keys(files).filter((file) => file.startsWith(prefix))
      return [...new Set(below.map((file) => file.slice(prefix.length).split('/')[0] ?? ''))].sort()
    },
    modifiedTimes: async (folder, suffix) =>
      new Map(
        Object.entries(modified).flatMap(([path, seconds]) =>
          dirname(path) === folder && path.endsWith(suffix) ? [[basename(path), seconds]] : [],
        ),
      ),
    socketOwners: async (inodes) =>
      new Map([...inodes].flatMap((inode) => (sockets[inode] ? [[inode, sockets[inode]]] : []))),
    cached: (_key, _fingerprint, compute) => compute(),
    run: async (program, args) => {
      const output = programs[[program, ...args].join(' ')] ?? programs[program]
      if (output === undefined) throw new Error(`nothing recorded for ${program} ${args.join(' ')}`)
      if (typeof output === 'function') return output()
      return { code: 0, stdout: '', stderr: '', ...(typeof output === 'string' ? { stdout: output } : output) }
    },
    hasProgram: async (name) => names.has(name),
  }
}

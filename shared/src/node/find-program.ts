import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Daemons and network tools live in the sbin folders, which an ordinary user's PATH leaves out. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** Returns the full path of a program on PATH or in the system's sbin folders; undefined if it is not installed. */
export function findProgram(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  for (const folder of [...path.split(delimiter).filter(Boolean), ...systemFolders]) {
    const candidate = join(folder, name)
    try {
      accessSync(candidate, constants.X_OK)
      return candidate
    } catch {
      // Not in this folder: try the next one.
    }
  }
  return undefined
}

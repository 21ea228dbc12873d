import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Daemons and network tools live in the sbin folders, which an ordinary user's PATH leaves out. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/**
 * Returns the full path of a program on PATH or in the system's sbin folders, or of one named by its full path;
 * undefined if it is not installed.
 */
export function findProgram(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  if (isAbsolute(name)) return isExecutable(name) ? name : undefined
  const folders = [...path.split(delimiter).filter(Boolean), ...systemFolders]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

import { accessSync, constants, statSync } from 'node:fs'
import { OperatorError } from '../errors.ts'

/**
 * Throws an OperatorError if a folder of Rollcall is there and closed to this user. Its files would else seem to be
 * missing, and a part seem not to have joined or not to run.
 */
export function assertFolderOpen(folder: string): void {
  try {
    // A file in its place gets its own message from the command.
    if (statSync(folder).isDirectory()) accessSync(folder, constants.R_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM') return
    const remedy = process.platform === 'win32' ? 'run this command as an administrator' : 'run this command with sudo'
    throw new OperatorError(`this user may not open ${folder}: ${remedy}`)
  }
}

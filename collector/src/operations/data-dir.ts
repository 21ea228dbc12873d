import { access, constants } from 'node:fs/promises'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolder } from '@rollcall/shared/node/durable-files.ts'
import { type FolderLock, lockFileName, lockFolder } from '@rollcall/shared/node/folder-lock.ts'
import { alreadyRuns } from './local-access.ts'

/** Names in a data directory besides the folders of its parts, unless the settings name other paths. */
export const databaseName = 'rollcall.db'
export const masterKeyName = 'master.key'
export const installationName = 'installation.json'
/** Folder of the packages that the collector hands out. */
export const packagesName = 'packages'
/** Contains the time of the last backup, for monitoring. */
export const lastBackupName = 'last-backup.json'

/** Creates the data directory, for this user only, and checks that it is writable. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new OperatorError(
      `the data directory ${dataDir} is not writable by this user (${messageOf(error)}): change its owner or choose another with --data-dir`,
    )
  }
}

/** `collector` reads and writes the data itself; `up` supervises the parts. */
const lockNames = ['collector', 'up'] as const

/** Lock files of a data directory, which contain no data. */
export const dataDirLockFiles: readonly string[] = lockNames.map(lockFileName)

/** Creates the data directory and locks it for this process, before anything in it is read or written. */
export async function takeDataDir(dataDir: string, name: (typeof lockNames)[number]): Promise<FolderLock> {
  await prepareDataDir(dataDir)
  return lockFolder({ folder: dataDir, name, refusal: (holder) => alreadyRuns(dataDir, holder) })
}

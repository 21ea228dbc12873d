import { type FileHandle, open } from 'node:fs/promises'
import type { StoreFailedError } from '../unavailable.ts'
import { failedDisk } from './errors.ts'

export type LogSync = {
  /** Resolves when everything committed before the call is on disk. */
  flush(): Promise<void>
  /** Throws if a sync has failed: the state of the log on disk is then unknown, even if a later sync succeeds. */
  assertSound(): void
  close(): Promise<void>
}

/**
 * Syncs the write-ahead log of a database in a thread. SQLite would do it within the commit, and the event loop would
 * wait for the disk. It is the same sync of the same file; commits that come during one share the next. The file exists
 * as long as a connection to the database is open.
 */
export async function openLogSync(path: string): Promise<LogSync> {
  const file: FileHandle = await open(`${path}-wal`, 'r+')
  return createLogSync(path, { sync: () => file.datasync(), close: () => file.close() })
}

export function createLogSync(path: string, log: { sync(): Promise<void>; close(): Promise<void> }): LogSync {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let failure: StoreFailedError | undefined
  const sync = async () => {
    // Commits from here on may be too late for this sync.
    next = undefined
    try {
      await log.sync()
    } catch (error) {
      failure = failedDisk(path, error)
    }
    if (failure) throw failure
  }
  const flush = () => (next ??= last = last.then(sync))
  return {
    flush,
    assertSound: () => {
      if (failure) throw failure
    },
    close: async () => {
      try {
        await flush()
      } finally {
        await log.close()
      }
    },
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '@rollcall/shared/ids.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import type { PreviousSnapshot } from './submit.ts'

export const previousSnapshotPath = (stateDir: string): string => join(stateDir, 'previous-snapshot')

/** Stores the id in a file of the agent's state, so that each copy of the state has its own. */
export function previousSnapshotIn(stateDir: string): PreviousSnapshot {
  const path = previousSnapshotPath(stateDir)
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        // No snapshot was sent yet.
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const id = text.trim()
      return isUuid(id) ? id : undefined
    },
    async write(snapshotId) {
      await writeFileWhole(path, `${snapshotId}\n`)
    },
  }
}

import { join } from 'node:path'
import { isUuid } from '@rollcall/shared/ids.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { readIfPresent } from '@rollcall/shared/node/read-if-present.ts'
import type { PreviousSnapshot } from './submit.ts'

export const previousSnapshotPath = (stateDir: string): string => join(stateDir, 'previous-snapshot')

/** Stores the id in a file of the agent's state, so that each copy of the state has its own. */
export function previousSnapshotIn(stateDir: string): PreviousSnapshot {
  const path = previousSnapshotPath(stateDir)
  return {
    async read() {
      // Missing: no snapshot was sent yet.
      const id = (await readIfPresent(path))?.toString().trim() ?? ''
      return isUuid(id) ? id : undefined
    },
    async write(snapshotId) {
      await writeFileWhole(path, `${snapshotId}\n`)
    },
  }
}

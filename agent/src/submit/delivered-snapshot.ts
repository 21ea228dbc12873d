import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isUuid } from '@rollcall/shared/ids.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { readIfPresent } from '@rollcall/shared/node/read-if-present.ts'

export const deliveredSnapshotPath = (stateDir: string): string => join(stateDir, 'delivered-snapshot')

/** A snapshot that the collector has stored under this id. Later ones are sent as their difference from it. */
export type Delivered = { snapshotId: string; body: Buffer }

export type DeliveredSnapshot = {
  /** undefined if there is none, or its file is damaged: the next snapshot is then sent whole. */
  read(): Promise<Delivered | undefined>
  /** Stores the id and the snapshot as it was spooled. */
  write(snapshotId: string, packed: Uint8Array): Promise<void>
}

/** Stores the last snapshot that was delivered with a change, in a file of the agent's state: its id, then gzip. */
export function deliveredSnapshotIn(stateDir: string): DeliveredSnapshot {
  const path = deliveredSnapshotPath(stateDir)
  return {
    async read() {
      const content = await readIfPresent(path)
      const end = content?.indexOf('\n') ?? -1
      const snapshotId = content?.toString('latin1', 0, end)
      if (!content || !snapshotId || !isUuid(snapshotId)) return undefined
      try {
        return { snapshotId, body: gunzipSync(content.subarray(end + 1)) }
      } catch {
        return undefined
      }
    },
    async write(snapshotId, packed) {
      await writeFileWhole(path, [Buffer.from(`${snapshotId}\n`), packed])
    },
  }
}

import { existsSync } from 'node:fs'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'

/** Whether an operator has closed the API for a while. */
export type Maintenance = { isOn(): boolean; set(on: boolean): Promise<void> }

/**
 * Kept as a file, so that it survives a restart and holds also while the database cannot be reached. It is this
 * collector's alone: of several, each is closed by itself.
 */
export function openMaintenance(file: string): Maintenance {
  let on = existsSync(file)
  return {
    isOn: () => on,
    async set(next) {
      if (next) await writeFileWhole(file, '')
      else await removeFile(file)
      on = next
    },
  }
}

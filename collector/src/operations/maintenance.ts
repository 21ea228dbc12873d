import { existsSync } from 'node:fs'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'

/** Maintenance mode: an operator has closed the API temporarily. */
export type Maintenance = { isOn(): boolean; set(on: boolean): Promise<void> }

/**
 * Stores maintenance mode as a file, so that it survives a restart and works while the database is unreachable. It
 * applies to this collector alone; several collectors are closed one by one.
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

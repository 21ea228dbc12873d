import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whether an operator has closed the API for a while. */
export type Maintenance = { isOn(): boolean; set(on: boolean): void }

/**
 * Kept as a file, so that it survives a restart and holds also while the database cannot be reached. It is this
 * collector's alone: of several, each is closed by itself.
 */
export function openMaintenance(file: string): Maintenance {
  let on = existsSync(file)
  return {
    isOn: () => on,
    set(next) {
      if (next) {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        writeFileSync(file, '', { mode: 0o600, flush: true })
      } else {
        rmSync(file, { force: true })
      }
      on = next
    },
  }
}

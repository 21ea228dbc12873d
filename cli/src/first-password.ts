import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Tells the administrator's first password to the person at the terminal. Anywhere else (a service's journal, a log)
 * it would stay readable for others: there it goes into a file that only the collector's user can read.
 */
export function tellFirstPassword(dataDir: string, username: string, password: string): string {
  if (process.stdout.isTTY) return `Administrator "${username}", password ${password} (shown this once)`
  const file = join(dataDir, 'first-password')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return `The password of the administrator "${username}" is in ${file}; remove the file once you have it`
}

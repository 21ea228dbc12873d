import { join } from 'node:path'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'

/**
 * Gives the line that shows the administrator's first password to the person at a terminal. Where output goes to a
 * journal or a log, others could read it there: the password goes into a file that only the collector's user can read.
 */
export async function firstPasswordLine(dataDir: string, username: string, password: string): Promise<string> {
  if (process.stdout.isTTY) return `Administrator "${username}", password ${password} (shown this once)`
  const file = join(dataDir, 'first-password')
  await writeFileWhole(file, `${password}\n`)
  return `The password of the administrator "${username}" is in ${file}; remove the file once you have it`
}

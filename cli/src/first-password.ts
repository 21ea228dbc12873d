import { join } from 'node:path'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'

/**
 * Returns the line that shows the administrator's first password at a terminal. If output goes to a journal or a log,
 * others could read it: the password is then written into a file that only the collector's user can read.
 */
export async function firstPasswordLine(dataDir: string, username: string, password: string): Promise<string> {
  if (process.stdout.isTTY) return `Administrator "${username}", password ${password} (shown only once)`
  const file = join(dataDir, 'first-password')
  await writeFileWhole(file, `${password}\n`)
  return `The password of the administrator "${username}" is in ${file}; delete the file after reading it`
}

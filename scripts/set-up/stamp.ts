import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'

const name = '.sources-sha256'

/** Returns every file below a folder; none where there is no such folder. */
export const filesBelow = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

/** Returns a fingerprint of a build's inputs: the name, the size and the time of change of each. */
export function fingerprintOf(files: readonly string[], projectDir: string): string {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${relative(projectDir, file)}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Returns the fingerprint of what a folder was built from; undefined for a folder that was not built to its end. */
export function readStamp(buildDir: string): string | undefined {
  try {
    return readFileSync(join(buildDir, name), 'utf8')
  } catch {
    return undefined
  }
}

/** Marks a build as complete. Its files are on disk by then, so that a power cut leaves no half of a build. */
export function writeStamp(buildDir: string, fingerprint: string): void {
  for (const file of filesBelow(buildDir)) {
    const handle = openSync(file, 'r')
    fsyncSync(handle)
    closeSync(handle)
  }
  writeFileWholeSync(join(buildDir, name), fingerprint, { mode: 0o644 })
}

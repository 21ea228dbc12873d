import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { makeFolderSync, writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'

const keyBytes = 32
/** More than any key file has: 64 hex digits and a line end. */
const fileBytesMax = 256

/**
 * Reads the 32 octets of a key file (64 hex digits). Throws an OperatorError if it is missing: it is never created
 * silently.
 */
export function readMasterKey(file: string): Buffer {
  try {
    return readKeyFile(file)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const remedy = (error as NodeJS.ErrnoException).code === 'EACCES' ? `; ${grantRead(file)}` : ''
    throw new OperatorError(`cannot read the master key ${file}: ${messageOf(error)}${remedy}`)
  }
}

/**
 * Creates a key file that only its owner can read, if there is none. Another collector with the same key file may do so
 * at the same moment: both then read the first one.
 */
export function makeMasterKey(file: string): void {
  try {
    makeFolderSync(dirname(file))
    writeFileWholeSync(file, `${randomBytes(keyBytes).toString('hex')}\n`, { exclusive: true })
  } catch (error) {
    throw new OperatorError(`cannot create the master key ${file}: ${messageOf(error)}`)
  }
}

function readKeyFile(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const stats = fstatSync(descriptor)
    if (isOpenToOthers(stats)) {
      const mode = (stats.mode & 0o777).toString(8)
      const remedy = stats.uid === process.geteuid?.() ? `chmod 600 ${file}` : grantRead(file)
      throw new OperatorError(`the master key ${file} is open to other users (mode ${mode}): ${remedy}`)
    }
    const buffer = Buffer.alloc(fileBytesMax)
    const text = buffer.toString('latin1', 0, readSync(descriptor, buffer)).trim()
    if (!/^[0-9a-f]{64}$/i.test(text)) {
      throw new OperatorError(`the master key ${file} is not 64 hex digits: replace it with the right file`)
    }
    return Buffer.from(text, 'hex')
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Only the owner may use a key file. If root owns it, as it owns the files of a Kubernetes Secret, its group may read
 * it: a collector without root cannot become the owner, and reads it as a member of that group. Root reads it for a
 * backup.
 */
function isOpenToOthers({ mode, uid }: Stats): boolean {
  // Windows has no such bits: it reports every file as open to all.
  if (process.platform === 'win32') return false
  return (mode & (uid === 0 ? 0o037 : 0o077)) !== 0
}

/** Says how a collector without root may read a key file that another user owns. */
function grantRead(file: string): string {
  const gid = process.getegid?.()
  return `"chown root:${gid} ${file}" and "chmod 640 ${file}", or "fsGroup: ${gid}" and "defaultMode: 0400" for a Kubernetes Secret`
}

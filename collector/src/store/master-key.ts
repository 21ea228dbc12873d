import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
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
    throw new OperatorError(`cannot read the master key ${file}: ${messageOf(error)}`)
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
    const mode = fstatSync(descriptor).mode & 0o777
    // Windows has no such bits: it reports every file as open to all.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new OperatorError(
        `the master key ${file} is open to other users (mode ${mode.toString(8)}): chmod 600 ${file}`,
      )
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

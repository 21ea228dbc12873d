import { readFile } from 'node:fs/promises'
import { codeOf, messageOf, OperatorError } from '../errors.ts'

/**
 * Reads a whole file of a program's state; undefined if there is none. Throws an OperatorError, which names the file and
 * what it holds, if it cannot be read.
 */
export async function readIfPresent(path: string, what = ''): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new OperatorError(`cannot read ${what && `${what} `}${path}: ${messageOf(error)}`)
  }
}

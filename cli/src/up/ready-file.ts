import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'

/** Content of the ready file; with the password only at the first start. */
export type ReadyFacts = {
  url: string
  caFile: string
  siteId: string
  auditServiceId: string
  username: string
  password?: string
  natsUrl: string
}

/** Removes the file of an earlier start, which would report this one as ready. */
export async function removeReadyFile(file: string): Promise<void> {
  try {
    await removeFile(file)
  } catch (error) {
    throw new OperatorError(`cannot replace the ready file ${file}: ${messageOf(error)}`)
  }
}

/** Writes the file atomically, so that a waiting script finds it complete. */
export async function writeReadyFile(file: string, facts: ReadyFacts): Promise<void> {
  try {
    await writeFileWhole(file, `${JSON.stringify(facts)}\n`)
  } catch (error) {
    throw new OperatorError(`cannot write the ready file ${file}: ${messageOf(error)}`)
  }
}

import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'

/** What the ready file holds; the password only at the first start. */
export type ReadyFacts = {
  url: string
  caFile: string
  siteId: string
  auditServiceId: string
  username: string
  password?: string
  natsUrl: string
}

/** One of an earlier start would say that this one is ready. */
export async function removeReadyFile(file: string): Promise<void> {
  try {
    await removeFile(file)
  } catch (error) {
    throw new OperatorError(`cannot replace the ready file ${file}: ${messageOf(error)}`)
  }
}

/** A script that waits for the file finds it complete. */
export async function writeReadyFile(file: string, facts: ReadyFacts): Promise<void> {
  try {
    await writeFileWhole(file, `${JSON.stringify(facts)}\n`)
  } catch (error) {
    throw new OperatorError(`cannot write the ready file ${file}: ${messageOf(error)}`)
  }
}

import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'

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
export function removeReadyFile(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw new OperatorError(`cannot replace the ready file ${file}: ${messageOf(error)}`)
  }
}

/** Written whole or not at all: whoever waits for the file finds it complete. */
export function writeReadyFile(file: string, facts: ReadyFacts): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw new OperatorError(`cannot write the ready file ${file}: ${messageOf(error)}`)
  }
}

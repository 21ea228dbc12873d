import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { type LeaveOut, leaveOutChoices } from '@rollcall/shared/messages/agent-settings.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { readIfPresent } from '@rollcall/shared/node/read-if-present.ts'
import { prepareStateDir } from './config.ts'

/** File with the choice of this machine. It outlives a new join and an upgrade. */
export const leaveOutPath = (stateDir: string): string => join(stateDir, 'leave-out')

/**
 * Reads what this machine leaves out, whatever its site says. A file that cannot be understood ends the run: nothing must
 * be sent by mistake.
 */
export async function readLeaveOut(stateDir: string): Promise<LeaveOut | undefined> {
  const path = leaveOutPath(stateDir)
  const text = (await readIfPresent(path))?.toString()
  if (text === undefined) return undefined
  const choice = leaveOutChoices.find((each) => each === text.trim())
  if (choice) return choice
  throw new OperatorError(`${path} must hold ${leaveOutChoices.join(' or ')}: write one of them, or delete the file`)
}

/** Stores what this machine leaves out; undefined for nothing beyond the setting of the site. */
export async function writeLeaveOut(stateDir: string, choice: LeaveOut | undefined): Promise<void> {
  await prepareStateDir(stateDir)
  if (choice === undefined) await removeFile(leaveOutPath(stateDir))
  else await writeFileWhole(leaveOutPath(stateDir), `${choice}\n`)
}

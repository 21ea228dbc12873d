import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAgentLog, type Log } from '@rollcall/agent/log.ts'
import type { RunResult } from '@rollcall/agent/main.ts'
import { assertOwnState } from '@rollcall/agent/own-state.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { openRotatedLog } from '../rotated-log.ts'

/** Size of the file and of the one before it. */
const bytesMax = 1024 * 1024

type AgentLog = { log: ReturnType<typeof createAgentLog>; isFile: boolean; close(): void }

/**
 * Opens a log of the agent: standard error, which the journal keeps. Windows and launchd keep no output, so there it is
 * a file in the state directory.
 */
export async function openAgentLog(stateDir: string, fileName: string): Promise<AgentLog> {
  const hasJournal = process.platform !== 'win32' && process.platform !== 'darwin'
  if (hasJournal || !existsSync(stateDir)) {
    const log = createAgentLog((line) => process.stderr.write(line))
    return { log, isFile: false, close: () => undefined }
  }
  // The log itself must not be written into a folder that somebody else made.
  await assertOwnState(stateDir)
  const file = openRotatedLog(join(stateDir, 'logs', fileName), bytesMax)
  return { log: createAgentLog((line) => file.write(Buffer.from(line))), isFile: true, close: () => file.close() }
}

/** Runs the agent with its log. A log file also gets the outcome, which is else printed. */
export async function withAgentLog(stateDir: string, run: (log: Log) => Promise<RunResult>): Promise<RunResult> {
  const { log, isFile, close } = await openAgentLog(stateDir, 'agent.log')
  try {
    const result = await run(log)
    if (isFile) log.info(result, 'the run ended')
    return result
  } catch (error) {
    if (isFile) log.error({}, `the run failed: ${messageOf(error)}`)
    throw error
  } finally {
    close()
  }
}

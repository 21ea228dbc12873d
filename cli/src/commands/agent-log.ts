import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '@rollcall/agent/log.ts'
import type { SubmitResult } from '@rollcall/agent/submit/submit.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { createLog } from '@rollcall/shared/node/log.ts'
import { openLogFile } from '../up/log-file.ts'

/** Size of the file and of the one before it. */
const bytesMax = 1024 * 1024

/**
 * Runs the agent with its log: on standard error, which the journal keeps. Windows keeps no output of a task, so there
 * the log and the outcome go to a file in the state directory.
 */
export async function withAgentLog(stateDir: string, run: (log: Log) => Promise<SubmitResult>): Promise<SubmitResult> {
  if (process.platform !== 'win32' || !existsSync(stateDir)) return run(createLog('agent', 'info'))
  const file = openLogFile(join(stateDir, 'logs', 'agent.log'), bytesMax)
  const log = createLog('agent', 'info', { write: (line) => file.write(Buffer.from(line)) })
  try {
    const result = await run(log)
    log.info(result, 'the run ended')
    return result
  } catch (error) {
    log.error({}, `the run failed: ${messageOf(error)}`)
    throw error
  } finally {
    file.close()
  }
}

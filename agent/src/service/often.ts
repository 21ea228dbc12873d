import { existsSync } from 'node:fs'
import { messageOf } from '@rollcall/shared/errors.ts'
import { type AgentSchedule, timerMinutesOf } from '@rollcall/shared/messages/agent-schedule.ts'
import { removeFile, writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { oftenPath } from '../config.ts'
import type { Log } from '../log.ts'

/**
 * Makes the timer start a run every five minutes while the site's interval is below an hour, and hourly otherwise. On
 * Linux a file tells systemd (see `oftenUnits`), on macOS launchd (see `launchdText`). On Windows the run, which is SYSTEM,
 * registers a second task.
 */
export async function followInterval(stateDir: string, schedule: AgentSchedule, log: Log): Promise<void> {
  const isOften = timerMinutesOf(schedule) < 60
  try {
    if (process.platform === 'win32') {
      const { setOftenTask } = await import('./windows-task.ts')
      await setOftenTask(isOften, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], stateDir)
    } else if (!isOften) await removeFile(oftenPath(stateDir))
    else if (!existsSync(oftenPath(stateDir))) await writeFileWhole(oftenPath(stateDir), '')
  } catch (error) {
    log.warn({}, `the interval of the site is not followed, the agent still runs every hour: ${messageOf(error)}`)
  }
}

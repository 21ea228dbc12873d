import { join } from 'node:path'
import { startCollector } from '@rollcall/collector/main.ts'
import { type CollectorOptions, readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { releaseMemory } from '@rollcall/shared/node/release-memory.ts'
import { CommandFailed, cutOffExitCode } from '../failed.ts'
import { notifyReady } from '../notify-systemd.ts'
import { print } from '../output.ts'
import { toolsDir } from '../project.ts'
import { aborted, stopSignal } from '../stop-signal.ts'

/** Longer than the collector takes to drain. */
const stopMsMax = 10_000

export async function runCollector(
  options: CollectorOptions & { json?: boolean; stopOnStdinEnd?: boolean },
): Promise<void> {
  const signal = stopSignal({ stdinEnd: options.stopOnStdinEnd, endsWithinMs: stopMsMax })
  const config = readCollectorConfig(options, process.env)
  const collector = await startCollector(config, { toolsDir })
  const { stop, firstPasswordShown, ...ready } = collector
  const { username, password } = ready
  const lines = [`Rollcall collector ready at ${ready.url}`]
  if (password && !options.json) lines.push(await firstPasswordLine(config.dataDir, username, password))
  print(options.json, ready, () => lines.join('\n'))
  // `rollcall up` shows the password when all parts are ready.
  if (password && !options.stopOnStdinEnd) await firstPasswordShown()
  await notifyReady()
  releaseMemory()
  await aborted(signal)
  if (!(await stop())) throw new CommandFailed(cutOffExitCode)
}

/**
 * Returns the line that shows the administrator's first password at a terminal. If output goes to a journal or a log,
 * others could read it: the password is then written into a file that only the collector's user can read.
 */
async function firstPasswordLine(dataDir: string, username: string, password: string): Promise<string> {
  if (process.stdout.isTTY) return `Administrator "${username}", password ${password} (shown only once)`
  const file = join(dataDir, 'first-password')
  await writeFileWhole(file, `${password}\n`)
  return `The password of the administrator "${username}" is in ${file}; delete the file after reading it`
}

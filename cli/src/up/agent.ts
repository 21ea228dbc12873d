import { existsSync } from 'node:fs'
import { oftenPath } from '@rollcall/agent/config.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { z } from 'zod'
import { onAbort } from '../stop-signal.ts'
import { joinOnce, partDir } from './join.ts'
import { startPart } from './part.ts'

const oftenMs = 5 * 60_000
const hourMs = 60 * 60_000
const resultSchema = z.object({ deviceId: z.string().optional(), problem: z.string().optional() })

type AgentOptions = {
  dataDir: string
  url: string
  logFile: string
  signal: AbortSignal
  printLine: (line: string) => void
}

/**
 * Runs this machine's agent now and then as timers of a system do: every hour, or every five minutes while the interval of
 * the site is shorter. Between runs it uses no memory. Returns the device id of this machine if the first run was stored.
 */
export async function startAgent(
  { dataDir, url, logFile, signal, printLine }: AgentOptions,
  start = startPart,
): Promise<string | undefined> {
  await joinOnce('agent', { dataDir, url, logFile, signal })
  const stateDir = partDir(dataDir, 'agent')
  const args = ['agent', 'run', '--state-dir', stateDir, '--url', url, '--json']
  const run = async (...options: string[]) => {
    const agent = start({ args: [...args, ...options], logFile })
    const leave = onAbort(signal, () => void agent.stop())
    try {
      const { deviceId, problem } = resultSchema.parse(await agent.ready)
      if (problem) printLine(`the agent's snapshot is waiting on disk: ${problem}`)
      return deviceId
    } catch (error) {
      if (!signal.aborted) {
        printLine(`the agent of this machine failed: ${messageOf(error)}; it runs again within an hour`)
      }
      return undefined
    } finally {
      await agent.exited
      leave()
    }
  }
  let elapsedMs = 0
  const timer = setInterval(() => {
    elapsedMs += oftenMs
    if (elapsedMs % hourMs === 0 || existsSync(oftenPath(stateDir))) void run('--if-due')
  }, oftenMs)
  onAbort(signal, () => clearInterval(timer))
  return run()
}

import { messageOf } from '@rollcall/shared/errors.ts'
import { z } from 'zod'
import { onAbort } from '../stop-signal.ts'
import { joinOnce, partDir } from './join.ts'
import { startPart } from './part.ts'

const intervalMs = 60 * 60 * 1000
const resultSchema = z.object({ deviceId: z.string().optional(), problem: z.string().optional() })

type AgentOptions = {
  dataDir: string
  url: string
  logFile: string
  signal: AbortSignal
  printLine: (line: string) => void
}

/**
 * Runs this machine's agent now and every hour; between runs it uses no memory. Returns the device id of this machine
 * if the first run was stored.
 */
export async function startAgent({
  dataDir,
  url,
  logFile,
  signal,
  printLine,
}: AgentOptions): Promise<string | undefined> {
  await joinOnce('agent', { dataDir, url, logFile, signal })
  const args = ['agent', 'run', '--state-dir', partDir(dataDir, 'agent'), '--url', url, '--json']
  const run = async () => {
    const agent = startPart({ args, logFile })
    const leave = onAbort(signal, () => void agent.stop())
    try {
      const { deviceId, problem } = resultSchema.parse(await agent.ready)
      if (problem) printLine(`the agent's snapshot is waiting on disk: ${problem}`)
      return deviceId
    } catch (error) {
      if (!signal.aborted) printLine(`the agent of this machine failed: ${messageOf(error)}; it runs again in an hour`)
      return undefined
    } finally {
      await agent.exited
      leave()
    }
  }
  const timer = setInterval(() => void run(), intervalMs)
  onAbort(signal, () => clearInterval(timer))
  return run()
}

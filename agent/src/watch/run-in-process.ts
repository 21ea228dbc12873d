import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { otherRunExitCode } from '../config.ts'

/** A run ends much earlier by itself. */
const runMsMax = 10 * 60_000

/**
 * Runs the agent to its end, with its output on this process' own. Resolves to false if another run is in progress, which
 * may have read the software before. Rejects if the run fails.
 */
export async function runInProcess(
  { program, args, env }: { program: string; args: readonly string[]; env?: NodeJS.ProcessEnv },
  signal: AbortSignal,
): Promise<boolean> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    windowsHide: true,
    timeout: runMsMax,
  })
  const stop = () => void child.kill()
  signal.addEventListener('abort', stop)
  try {
    const [code, signalName] = await once(child, 'exit')
    if (code === otherRunExitCode) return false
    if (code === 0) return true
    throw new Error(`it ended with ${code ?? signalName}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

import { messageOf } from '@rollcall/shared/errors.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

type PingAvailability = { available: true; program: string } | { available: false; detail: string }

/** Checks that fping is installed and may send: it needs root, the capability cap_net_raw, or the ping group. */
export async function pingAvailability(): Promise<PingAvailability> {
  const program = findProgram('fping')
  if (program === undefined) return { available: false, detail: 'fping is not installed' }
  const reason = await whyNot(program)
  if (reason === undefined) return { available: true, program }
  return { available: false, detail: `fping may not send echo requests: ${reason}` }
}

async function whyNot(program: string): Promise<string | undefined> {
  try {
    const args = ['-4', '-a', '-r', '0', '-t', '100']
    const result = await runProcess(program, args, { input: '127.0.0.1\n', timeoutMs: 5_000 })
    if (result.code !== null && result.code <= 1) return undefined
    return result.stderr.trim().split('\n').at(-1) || 'no reason given'
  } catch (error) {
    // If its file has capabilities that this process must not pass on, the system refuses to start it.
    return messageOf(error)
  }
}

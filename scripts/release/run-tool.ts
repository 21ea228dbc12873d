import { OperatorError } from '@rollcall/shared/errors.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

const timeoutMs = 15 * 60_000

/** Runs a tool of the build and returns its standard output. Rejects with an OperatorError that has its complaint. */
export async function runTool(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, stdout, stderr } = await runProcess(program, args, { timeoutMs, env: { ...process.env, ...env } })
  if (code !== 0) throw new OperatorError(`${program} failed: ${stderr.trim() || stdout.trim()}`)
  return stdout
}

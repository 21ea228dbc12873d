import { expect, it } from 'vitest'
import { otherRunExitCode } from '../config.ts'
import { runInProcess } from './run-in-process.ts'

const never = new AbortController().signal
const run = (code: string, signal = never) => runInProcess({ program: process.execPath, args: ['-e', code] }, signal)

it('reports a run that ended, and one that met another', async () => {
  expect(await run('')).toBe(true)
  expect(await run(`process.exit(${otherRunExitCode})`)).toBe(false)
})

it('rejects with the end of a run that failed', async () => {
  await expect(run('process.exit(1)')).rejects.toThrow('it ended with 1')
  await expect(run('process.kill(process.pid, "SIGKILL")')).rejects.toThrow('it ended with SIGKILL')
  await expect(runInProcess({ program: '/no/such/program', args: [] }, never)).rejects.toThrow('ENOENT')
})

it('ends a run with the watch', async () => {
  const stop = new AbortController()
  const ended = run('setInterval(() => undefined, 1000)', stop.signal)
  stop.abort()
  await expect(ended).rejects.toThrow('it ended with SIGTERM')
})

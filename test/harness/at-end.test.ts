import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startProcess } from './processes.ts'
import { isRunning } from './rollcall.ts'
import { waitFor } from './wait.ts'

const harness = (file: string) => JSON.stringify(`${import.meta.dirname}/${file}`)

/** Makes a folder and starts a process, forgets both, and waits as a worker of vitest does. */
const forgetful = `
  import { startProcess } from ${harness('processes.ts')}
  import { tmpFolder } from ${harness('tmp.ts')}
  process.once('SIGTERM', () => setImmediate(() => process.exit()))
  setInterval(() => undefined, 1_000_000)
  const { path } = await tmpFolder()
  const { pid } = await startProcess({ program: 'sleep', args: ['60'] })
  console.log(JSON.stringify({ path, pid }))
`

test('files and processes of a test process are removed when it ends', async () => {
  const args = ['--input-type=module', '--eval', forgetful]
  const running = await startProcess({ program: process.execPath, args, ready: /\}\n/ })
  const { path, pid } = JSON.parse(running.stdout()) as { path: string; pid: number }
  expect([existsSync(path), isRunning(pid)]).toEqual([true, true])
  await running.stop()
  expect(existsSync(path)).toBe(false)
  await waitFor(() => !isRunning(pid), { what: 'the process it has started to end' })
})

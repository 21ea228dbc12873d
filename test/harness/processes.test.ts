import { expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { startProcess } from './processes.ts'

const node = (script: string) => ({ program: process.execPath, args: ['-e', script], env: { NODE_OPTIONS: undefined } })

test('becomes ready by its output, stores the output, and ends on the signal', async () => {
  const script = `console.log('up ' + process.env.WHO); console.error('oops'); setInterval(() => {}, 1e6)`
  const spec = node(script)
  const running = await startProcess({ ...spec, env: { ...spec.env, WHO: 'me' }, ready: /^oops$/m })
  expect(running.exit()).toBeUndefined()
  expect(await running.stop()).toEqual({ code: null, signal: 'SIGTERM' })
  expect(running.stdout()).toBe('up me\n')
  expect(running.stderr()).toBe('oops\n')
})

test('becomes ready by a condition', async () => {
  const port = await freePort()
  const script = `require('node:http').createServer((_, r) => r.end('hello')).listen(${port}, '127.0.0.1')`
  const get = async () => (await fetch(`http://127.0.0.1:${port}`)).ok
  await using running = await startProcess({ ...node(script), ready: get })
  expect(running.pid).toBeGreaterThan(0)
})

test('fails at once with the output of a process that ends before it is ready', async () => {
  const started = startProcess({ ...node(`console.error('no such port'); process.exit(3)`), ready: /never/ })
  await expect(started).rejects.toThrow(/it ended with code 3; it wrote:\nno such port/)
})

test('names a missing program', async () => {
  await expect(startProcess({ program: '/no/such/program' })).rejects.toThrow('cannot start /no/such/program')
})

test('kills a process that ignores the signal, and fails', async () => {
  const script = `process.on('SIGTERM', () => console.log('no')); console.log('up'); setInterval(() => {}, 1e6)`
  const running = await startProcess({ ...node(script), ready: /up/ })
  await expect(running.stop('SIGTERM', 100)).rejects.toThrow(/had not ended 100 ms after SIGTERM/)
  expect(running.exit()).toEqual({ code: null, signal: 'SIGKILL' })
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { cutOffExitCode } from '../../cli/src/failed.ts'
import { casesOf } from '../harness/long-form.ts'
import { freePort } from '../harness/ports.ts'
import { startProcess } from '../harness/processes.ts'
import { descendantsOf, isRunning, launcher } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'

const folder = await tmpFolder()
afterAll(() => folder.remove())

const startOn = async (dataDir: string, env: NodeJS.ProcessEnv = {}) => {
  const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
  const args = [launcher.script, 'up', '--data-dir', join(folder.path, dataDir), ...ports]
  return startProcess({ program: launcher.program, args, env, ready: /Starting Rollcall/ })
}

describe('rollcall up', () => {
  // Whatever it is at when Ctrl-C comes: the collector's start, a join, the agent's first run.
  test.each(casesOf([500, 0, 250, 1000, 1500], 2))('ends when stopped %i ms into its start', async (afterMs) => {
    await using up = await startOn(`data-${afterMs}`)
    await delay(afterMs)
    const { code, signal } = await up.stop('SIGINT')
    expect({ code, signal }).toEqual({ code: 0, signal: null })
  })

  test('ends all its processes while the collector waits for a database that does not respond', async () => {
    await using database = await startSilentDatabase()
    await using up = await startOn('data-waiting', { ROLLCALL_DATABASE_URL: database.url })
    await database.connected
    const parts = descendantsOf(up.pid)
    expect(parts.length).toBeGreaterThan(0)
    const { code } = await up.stop('SIGTERM', 20_000)
    const left = parts.filter(({ pid }) => isRunning(pid))
    expect({ code, left }).toEqual({ code: cutOffExitCode, left: [] })
  })
})

/** Lets a client of PostgreSQL in, and answers nothing after that. */
async function startSilentDatabase() {
  const authenticationOk = [0x52, 0, 0, 0, 8, 0, 0, 0, 0]
  const readyForQuery = [0x5a, 0, 0, 0, 5, 0x49]
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => socket.write(Buffer.from([...authenticationOk, ...readyForQuery]), () => resolve()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `postgresql://rollcall@127.0.0.1:${port}/rollcall`,
    connected,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

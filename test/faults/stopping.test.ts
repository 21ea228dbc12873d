import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { startProcess } from '../harness/processes.ts'
import { launcher } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'

const folder = await tmpFolder()
afterAll(() => folder.remove())

describe('rollcall up', () => {
  // Whatever it is at when Ctrl-C comes: the collector's start, a join, the agent's first run.
  test.each([0, 250, 500, 1000, 1500])('ends when it is told to %i ms into its start', async (afterMs) => {
    const ports = ['--port', `${await freePort()}`, '--nats-port', `${await freePort()}`]
    const args = [launcher.script, 'up', '--data-dir', join(folder.path, `data-${afterMs}`), ...ports]
    await using up = await startProcess({ program: launcher.program, args, ready: /Starting Rollcall/ })
    await delay(afterMs)
    const { code, signal } = await up.stop('SIGINT')
    expect({ code, signal }).toEqual({ code: 0, signal: null })
  })
})

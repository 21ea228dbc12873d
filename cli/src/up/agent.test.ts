import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oftenPath } from '@rollcall/agent/config.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { startAgent } from './agent.ts'

const minuteMs = 60_000

afterEach(() => void vi.useRealTimers())

test('runs at once, then hourly, and every five minutes while the interval of the site is shorter; each run asks if it is due', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await using folder = await tmpFolder()
  const stateDir = join(folder.path, 'agent')
  await mkdir(stateDir)
  await writeFile(join(stateDir, 'agent.json'), '{}')
  const isIfDue: boolean[] = []
  const stop = new AbortController()
  const deviceId = await startAgent(
    {
      dataDir: folder.path,
      url: 'https://127.0.0.1:8443',
      logFile: '',
      signal: stop.signal,
      printLine: () => undefined,
    },
    ({ args }) => {
      isIfDue.push(args.includes('--if-due'))
      return {
        pid: 1,
        ready: Promise.resolve({ deviceId: 'd' }),
        exited: Promise.resolve(0),
        stop: () => Promise.resolve(true),
      }
    },
  )
  expect(deviceId).toBe('d')
  vi.advanceTimersByTime(59 * minuteMs)
  expect(isIfDue).toEqual([false])
  vi.advanceTimersByTime(minuteMs)
  expect(isIfDue).toEqual([false, true])

  await writeFile(oftenPath(stateDir), '')
  vi.advanceTimersByTime(10 * minuteMs)
  expect(isIfDue).toEqual([false, true, true, true])

  await rm(oftenPath(stateDir))
  vi.advanceTimersByTime(10 * minuteMs)
  stop.abort()
  vi.advanceTimersByTime(60 * minuteMs)
  expect(isIfDue).toHaveLength(4)
})

import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { type AgentConfig, writeConfig } from '../config.ts'
import { configReader } from './config-reader.ts'
import { watchSoftware } from './watch-software.ts'

const config: AgentConfig = {
  collectorUrl: 'https://127.0.0.1:1',
  caPem: '',
  agentId: '01990000-0000-7000-8000-00000000000a',
  token: 'agent-token',
  siteId: '01990000-0000-7000-8000-00000000000b',
}

let folder: TmpFolder
let stateDir: string
beforeEach(async () => {
  folder = await tmpFolder()
  stateDir = folder.path
  await writeConfig(stateDir, config)
})
afterEach(() => folder.remove())

/**
 * Watches with a clock that moves on at once, until `untilS`. The software changes at the given seconds. Returns the
 * seconds at which runs started.
 */
async function runsOf({
  changesAtS = [],
  untilS = 3_600,
  at = {},
  runS = 0,
  run = async () => true,
}: {
  changesAtS?: readonly number[]
  untilS?: number
  /** Done when the clock reaches these seconds. */
  at?: Record<number, () => Promise<unknown>>
  /** Time that a run takes. */
  runS?: number
  run?: () => Promise<boolean>
}): Promise<{ runsAtS: number[]; endedAtS: number; lines: string[] }> {
  let nowMs = 0
  const stop = new AbortController()
  const runsAtS: number[] = []
  const lines: string[] = []
  const pass = async (ms: number) => {
    const untilMs = nowMs + ms
    for (; nowMs < untilMs; nowMs += 1_000) await at[nowMs / 1_000]?.()
    if (nowMs >= untilS * 1_000) stop.abort()
  }
  await watchSoftware({
    currentConfig: configReader(stateDir),
    readState: () => `${changesAtS.filter((atS) => atS * 1_000 <= nowMs).length}`,
    run: async () => {
      runsAtS.push(nowMs / 1_000)
      await pass(runS * 1_000)
      return await run()
    },
    log: { info: (_, line) => void lines.push(line), warn: (_, line) => void lines.push(line) },
    signal: stop.signal,
    nowMs: () => nowMs,
    sleep: pass,
  })
  return { runsAtS, endedAtS: nowMs / 1_000, lines }
}

const everyFiveSeconds = Array.from({ length: 720 }, (_, index) => index * 5 + 1)

it('runs within a minute of a change, and not without one', async () => {
  expect((await runsOf({ changesAtS: [1_001] })).runsAtS).toEqual([1_020])
})

it('runs at most three times at once and then every ten minutes while the software changes constantly', async () => {
  const { runsAtS } = await runsOf({ changesAtS: everyFiveSeconds })
  expect(runsAtS.slice(0, 4)).toEqual([40, 80, 120, 640])
  expect(runsAtS).toHaveLength(8)
})

it('runs again for a change that was made during a run', async () => {
  expect((await runsOf({ changesAtS: [1, 25], runS: 8 })).runsAtS).toEqual([20, 48])
})

it('runs once more if another run was in progress, which may have read the software before', async () => {
  const others = ['busy', 'busy']
  const run = async () => others.pop() === undefined
  expect((await runsOf({ changesAtS: [1], run })).runsAtS).toEqual([20, 30, 40])
})

it('goes on after a run that failed', async () => {
  const run = () => Promise.reject<boolean>(new Error('it ended with 1'))
  const { runsAtS, lines } = await runsOf({ changesAtS: [1, 1_001], run })
  expect(runsAtS).toEqual([20, 1_020])
  expect(lines).toContain('the run failed: it ended with 1')
})

it('waits for the join, and for a state directory that was renamed', async () => {
  const away = join(stateDir, 'agent.json.away')
  const file = join(stateDir, 'agent.json')
  await rename(file, away)
  const at = { 95: () => rename(away, file), 995: () => rename(file, away), 1995: () => rename(away, file) }
  expect((await runsOf({ changesAtS: [1, 1_001], at })).runsAtS).toEqual([100, 2_000])
})

it('ends when a run finds that the agent was deleted at the collector', async () => {
  const run = async () => {
    await writeConfig(stateDir, { ...config, deletedAt: '2026-11-23T13:00:00.000Z' })
    return true
  }
  const { runsAtS, endedAtS, lines } = await runsOf({ changesAtS: [1, 100], run })
  expect(runsAtS).toEqual([20])
  expect(endedAtS).toBe(30)
  expect(lines).toContain('this agent was deleted at the collector: the watch ends')
})

it('ends at once if the agent was deleted before', async () => {
  await writeConfig(stateDir, { ...config, deletedAt: '2026-11-23T13:00:00.000Z' })
  expect((await runsOf({ changesAtS: [1] })).endedAtS).toBe(0)
})

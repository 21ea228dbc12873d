import { withoutProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AgentConfig } from '../config.ts'
import { type Answer, startTestCollector, type TestCollector } from '../submit/testing/collector.ts'
import { awaitRequests } from './await-requests.ts'

let collector: TestCollector
beforeAll(async () => {
  collector = await startTestCollector()
})
afterAll(() => collector.stop())
beforeEach(() => {
  collector.received.length = 0
})

const configOf = (changes: Partial<AgentConfig> = {}): AgentConfig => ({
  collectorUrl: collector.url,
  caPem: collector.caPem,
  agentId: '01990000-0000-7000-8000-00000000000a',
  token: 'agent-token',
  siteId: '01990000-0000-7000-8000-00000000000b',
  ...changes,
})

/**
 * Waits for requests until that many waits, with a clock that only waits move. The answers come in this order; the last
 * one is repeated. Jitter is always half of its range.
 */
async function waitsOf({
  answers,
  waits = answers.length,
  config = configOf(),
  run = async () => true,
}: {
  answers: Answer[]
  waits?: number
  config?: AgentConfig | undefined
  run?: () => Promise<boolean>
}) {
  const left = [...answers]
  collector.answer(() => (left.length > 1 ? left.shift() : left[0]) ?? { status: 500 })
  const stop = new AbortController()
  const waitsMs: number[] = []
  const runsAtMs: number[] = []
  const lines: string[] = []
  let nowMs = 0
  await awaitRequests({
    currentConfig: async () => config,
    run: () => {
      runsAtMs.push(nowMs)
      return run()
    },
    proxy: () => withoutProxy,
    log: { info: (_, line) => void lines.push(line), warn: (_, line) => void lines.push(line) },
    signal: stop.signal,
    random: () => 0.5,
    nowMs: () => nowMs,
    sleep: async (waitMs) => {
      waitsMs.push(waitMs)
      nowMs += waitMs
      if (waitsMs.length === waits) stop.abort()
    },
  })
  return { waitsMs, runsAtMs, lines, calls: collector.received.length }
}

const nothing: Answer = { status: 200, body: { snapshotWanted: false } }
const wanted: Answer = { status: 200, body: { snapshotWanted: true } }

it('runs when the collector asks for a snapshot, and names the agent by its token', async () => {
  const { runsAtMs } = await waitsOf({ answers: [nothing, wanted, nothing] })
  expect(runsAtMs).toEqual([5_000])
  expect(collector.received[0]).toMatchObject({ path: '/api/agent/wanted', authorization: 'Bearer agent-token' })
})

it('calls again after five seconds at the earliest, and runs at most once a minute for a collector that asks for ever', async () => {
  const { waitsMs, runsAtMs } = await waitsOf({ answers: [wanted], waits: 36 })
  expect(new Set(waitsMs)).toEqual(new Set([5_000]))
  expect(runsAtMs).toEqual([0, 5_000, 10_000, 60_000, 120_000])
})

it.each<[string, Answer, string]>([
  ['text', { status: 200, body: '<html>Please sign in</html>' }, 'not from a collector'],
  ['other values', { status: 200, body: { snapshotWanted: 'yes' } }, 'not from a collector'],
  ['nothing', { status: 200 }, 'not from a collector'],
  ['a very long text', { status: 200, body: 'x'.repeat(1_000_000) }, 'larger than 65536 bytes'],
  ['a redirect', { status: 302, headers: { Location: 'https://127.0.0.1:1/' } }, 'answered 302'],
  ['a failure', { status: 500 }, 'answered 500'],
])('waits longer and longer, up to five minutes, while the collector answers %s', async (_, answer, reason) => {
  const { waitsMs, runsAtMs, lines } = await waitsOf({ answers: [answer], waits: 12 })
  expect(waitsMs.slice(0, 4)).toEqual([5_000, 5_000, 10_000, 20_000])
  expect(Math.max(...waitsMs)).toBe(150_000)
  expect(runsAtMs).toEqual([])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^requests cannot arrive: /)
  expect(lines[0]).toContain(reason)
})

it('survives a network that is away, and says once that it is and once that it is back', async () => {
  const gone = await startTestCollector()
  await gone.stop()
  const { waitsMs, lines } = await waitsOf({
    answers: [nothing],
    waits: 4,
    config: configOf({ collectorUrl: gone.url }),
  })
  expect(waitsMs).toEqual([5_000, 5_000, 10_000, 20_000])
  expect(lines).toEqual([expect.stringMatching(/^requests cannot arrive: .*ECONNREFUSED/)])
  const back = await waitsOf({ answers: [{ status: 503 }, nothing, nothing] })
  expect(back.waitsMs).toEqual([5_000, 5_000, 5_000])
  expect(back.lines.at(-1)).toBe('requests can arrive again')
})

it('waits as long as Retry-After says, at most a day, plus a random time', async () => {
  const after = (seconds: string): Answer => ({ ...nothing, headers: { 'Retry-After': seconds } })
  const { waitsMs } = await waitsOf({ answers: [after('60'), after('999999999'), { ...after('30'), status: 429 }] })
  expect(waitsMs).toEqual([62_500, 86_402_500, 35_000])
})

it('asks a collector of an older release again after an hour', async () => {
  expect((await waitsOf({ answers: [{ status: 404 }] })).waitsMs).toEqual([3_602_500])
})

it('runs once and then less and less often when its token is refused, so that the run records a deletion', async () => {
  const { runsAtMs, waitsMs } = await waitsOf({ answers: [{ status: 401 }], waits: 3 })
  expect(runsAtMs[0]).toBe(0)
  expect(waitsMs).toEqual([5_000, 5_000, 10_000])
})

it('goes on after a run that failed or met another one', async () => {
  const { calls } = await waitsOf({ answers: [wanted], waits: 2, run: () => Promise.reject(new Error('ended with 1')) })
  expect(calls).toBe(2)
  expect((await waitsOf({ answers: [wanted], waits: 5, run: async () => false })).runsAtMs).toHaveLength(5)
})

it('does not call before the join or after the deletion', async () => {
  expect((await waitsOf({ answers: [nothing], waits: 3, config: configOf({ deletedAt: 'now' }) })).calls).toBe(0)
})

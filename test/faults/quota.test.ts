import { usageSchema } from '@rollcall/shared/api/usage.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUp, type Up } from '../harness/rollcall.ts'
import { waitFor } from '../harness/wait.ts'
import { proves } from '../interface/proves.ts'

const callersAtOnce = 16

let up: Up
beforeAll(async () => {
  up = await startUp({ args: ['--no-agent'] })
})
afterAll(() => up?.stop())

/** Transactions before this look, which is one itself. */
const countOf = async () => (await up.api.read('/api/v1/usage', usageSchema)).transactions - 1

test('every answered call is counted when the collector is killed under load', proves('limits.quota'), async () => {
  for (let round = 1; round <= 2; round += 1) {
    const before = await countOf()
    const load = startLoad()
    await waitFor(() => load.answered() > 300, { what: 'calls to be answered', timeoutMs: 30_000 })
    await killCollector()
    await load.ended
    const counted = (await countOf()) - before - 1
    // What was under way at the kill may have been counted, though its answer was not sent.
    expect(counted).toBeGreaterThanOrEqual(load.answered())
    expect(counted).toBeLessThanOrEqual(load.sent())
    expect(load.sent() - load.answered()).toBeLessThanOrEqual(callersAtOnce)
  }
})

test('the count is the same after a kill with no call under way', proves('quota.counts'), async () => {
  const before = await countOf()
  const answers = await Promise.all(Array.from({ length: 200 }, () => up.api.get('/api/v1/nothing')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  await killCollector()
  expect((await countOf()) - before - 1).toBe(200)
})

/** Calls until one of its callers gets no answer. */
function startLoad() {
  const calls = { sent: 0, answered: 0 }
  const callUntilCut = async () => {
    for (;;) {
      calls.sent += 1
      const answer = await up.api.get('/api/v1/segments').catch(() => undefined)
      if (answer === undefined) return
      expect(answer.status).toBe(200)
      calls.answered += 1
    }
  }
  const ended = Promise.all(Array.from({ length: callersAtOnce }, callUntilCut))
  return { ended, sent: () => calls.sent, answered: () => calls.answered }
}

/** `rollcall up` starts the next one. */
async function killCollector(): Promise<void> {
  const pid = up.pidOf('collector')
  process.kill(pid, 'SIGKILL')
  await waitFor(() => up.pidOf('collector') !== pid, { what: 'the collector to be started again', timeoutMs: 20_000 })
  const isReady = async () => (await up.api.get('/readyz')).status === 200
  await waitFor(isReady, { what: 'the collector to be ready again', timeoutMs: 20_000 })
}

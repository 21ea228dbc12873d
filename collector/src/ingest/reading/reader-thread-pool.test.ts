import { newId } from '@rollcall/shared/ids.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { agent as seen } from '../testing/observations.ts'
import { createReaderThreadPool, type ReaderThreadPool, type ThreadPoolLimits } from './reader-thread-pool.ts'
import type { Question } from './thread.ts'

const limits: ThreadPoolLimits = {
  isLarge: true,
  threadsMax: 1,
  inFlightMax: 64,
  inFlightPerSenderMax: 32,
  heapMaxMb: 256,
  stopAfterMs: 1000,
  idleMs: 30_000,
}

/** A large body breaks its thread on every machine, however fast. */
const little = { heapMaxMb: 40, stopAfterMs: 60_000 }

const pools: ReaderThreadPool[] = []
const newPool = (changes: Partial<ThreadPoolLimits> = {}) => {
  const pool = createReaderThreadPool({ ...limits, ...changes }, pino({ level: 'silent' }))
  pools.push(pool)
  return (id: string, packages: number) => pool.request({ siteId: 'site', id, name: id }, snapshotOf(packages))
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function snapshotOf(packages: number): Question {
  const software = Array.from({ length: packages }, (_, n) => ({ name: `p${n}`.padEnd(500, `${n * 7919} `) }))
  const snapshot = { ...seen(0, { hostname: 'pc', agentId: newId() }), id: newId(), software }
  const input = { now: '2026-11-20T08:15:30.000Z', aheadMs: 0 }
  return { kind: 'snapshot', input, packed: { bytes: Buffer.from(JSON.stringify(snapshot)), packing: 'none' } }
}

describe('reader threads', () => {
  it.each([
    ['takes too long', { stopAfterMs: 500 }, 'took more than 0.5 seconds'],
    ['takes too much memory', little, 'took more than 40 MiB'],
  ])('reject a body that %s, and answer those sent with it', async (_, changes, message) => {
    const request = newPool(changes)
    const before = Array.from({ length: 5 }, () => request('early', 1))
    const culprit = expect(request('culprit', 100_000)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining(message),
    })
    const after = Array.from({ length: 40 }, (_, n) => request(`late ${n % 4}`, 1))
    await culprit
    for (const answer of await Promise.all([...before, ...after])) expect(answer).toHaveProperty('output')
  })

  it('ask for a large body again when another one broke its thread', async () => {
    const request = newPool(little)
    const culprit = expect(request('culprit', 100_000)).rejects.toMatchObject({ code: 'payload_too_large' })
    await expect(request('large', 5_000)).rejects.toMatchObject({ code: 'rate_limited' })
    await culprit
    expect(await request('large', 5_000)).toHaveProperty('output')
  })

  it('answer a body sent while its thread stops', async () => {
    const request = newPool({ ...little, inFlightMax: 1 })
    const culprit = request('culprit', 100_000)
    const next = culprit.catch(() => request('next', 1))
    expect(await next).toHaveProperty('output')
  })

  it("do not count their start time toward a body's limit", async () => {
    const limitMs = 1_000
    const request = newPool({ stopAfterMs: limitMs })
    const answers = Array.from({ length: 20 }, (_, n) => request(`sender ${n}`, 1))
    // Longer than the limit: a time that was counted from the request would be over before a thread has started.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.5 * limitMs)
    for (const answer of await Promise.all(answers)) expect(answer).toHaveProperty('output')
  })
})

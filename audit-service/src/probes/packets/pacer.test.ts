import { describe, expect, it } from 'vitest'
import { Pacer } from './pacer.ts'

/** A clock that advances only by sleeping; each sleep is late by `lateMs`. */
function fakeTime(lateMs: () => number = () => 0) {
  let nowMs = 1_000
  return {
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms
    },
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted()
      nowMs += ms + lateMs()
    },
  }
}

const { signal } = new AbortController()

/** Returns the largest number of packets within any period of the length. */
function mostWithin(sent: readonly { atMs: number; packets: number }[], stretchMs: number): number {
  const from = (start: number) => sent.filter(({ atMs }) => atMs >= start && atMs < start + stretchMs)
  return Math.max(...sent.map(({ atMs }) => from(atMs).reduce((sum, { packets }) => sum + packets, 0)))
}

async function send(pacer: Pacer, time: ReturnType<typeof fakeTime>, turns: number, packets: number) {
  const sent: { atMs: number; packets: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    await pacer.take(packets, signal)
    sent.push({ atMs: time.now(), packets })
  }
  return sent
}

describe('Pacer', () => {
  it.each([1, 7, 100, 10_000, 250_000])('limits the rate to %i packets a second, in any period', async (rate) => {
    let late = 0
    // Timers late by up to 13 ms, in an irregular pattern.
    const time = fakeTime(() => (late = (late * 7 + 3) % 14))
    const pacer = new Pacer(rate, time.now, time.sleep)
    const sent = await send(pacer, time, 2_000, pacer.turnPackets)
    for (const stretchMs of [1, 20, 250, 1_000, 5_000]) {
      const allowed = (rate * (stretchMs + 10)) / 1000 + pacer.turnPackets
      expect(mostWithin(sent, stretchMs)).toBeLessThanOrEqual(allowed)
    }
  })

  it('reaches the rate despite timers that are less than 10 ms late', async () => {
    const time = fakeTime(() => 1.5)
    const pacer = new Pacer(10_000, time.now, time.sleep)
    const sent = await send(pacer, time, 1_000, pacer.turnPackets)
    const seconds = ((sent.at(-1)?.atMs ?? 0) - (sent[0]?.atMs ?? 0)) / 1000
    expect((999 * pacer.turnPackets) / seconds).toBeGreaterThan(9_900)
  })

  it('does not make up for a pause', async () => {
    const time = fakeTime()
    const pacer = new Pacer(1_000, time.now, time.sleep)
    await pacer.take(1, signal)
    time.pass(60_000)
    const sent = await send(pacer, time, 100, 1)
    expect(mostWithin(sent, 1)).toBeLessThanOrEqual(12)
  })

  it('serves waiting callers in order, and drops a cancelled one', async () => {
    const time = fakeTime()
    const pacer = new Pacer(10, time.now, time.sleep)
    const cancel = new AbortController()
    const order: string[] = []
    const turns = [
      pacer.take(1, signal).then(() => order.push('first')),
      pacer.take(1, cancel.signal).then(
        () => order.push('cancelled, and went'),
        () => order.push('cancelled'),
      ),
      pacer.take(1, signal).then(() => order.push('last')),
    ]
    cancel.abort()
    await Promise.all(turns)
    expect(order).toEqual(['first', 'cancelled', 'last'])
  })
})

import { describe, expect, it } from 'vitest'
import { createBackoff, parseRetryAfterMs } from './backoff.ts'

describe('createBackoff', () => {
  it('doubles the range of each wait up to the limit, and restarts after an answer', () => {
    const backoff = createBackoff({ baseMs: 100, maxMs: 500, random: () => 0.5 })
    expect([1, 2, 3, 4, 5].map(() => backoff.nextMs())).toEqual([50, 100, 200, 250, 250])
    backoff.reset()
    expect(backoff.nextMs()).toBe(50)
  })

  it('uses the whole range from zero', () => {
    expect(createBackoff({ baseMs: 100, maxMs: 500, random: () => 0 }).nextMs()).toBe(0)
    expect(createBackoff({ baseMs: 100, maxMs: 500, random: () => 0.999 }).nextMs()).toBe(99)
  })

  it('never waits less than the requested time', () => {
    expect(createBackoff({ baseMs: 100, maxMs: 500, random: () => 0.5 }).nextMs(30_000)).toBe(30_050)
  })

  it('stays bounded after very many attempts', () => {
    const backoff = createBackoff({ baseMs: 1000, maxMs: 60_000, random: () => 0.999 })
    for (let attempt = 0; attempt < 5000; attempt += 1) expect(backoff.nextMs()).toBeLessThan(60_000)
  })

  it('waits through the given clock, and ends at once when aborted', async () => {
    const waits: number[] = []
    const backoff = createBackoff({
      baseMs: 100,
      maxMs: 500,
      random: () => 0.5,
      sleep: async (waitMs) => void waits.push(waitMs),
    })
    await backoff.wait()
    await backoff.wait(undefined, 1000)
    expect(waits).toEqual([50, 1100])
    await expect(createBackoff({ baseMs: 1e9, maxMs: 1e9 }).wait(AbortSignal.abort())).rejects.toThrow(/abort/i)
  })
})

describe('parseRetryAfterMs', () => {
  const now = Date.parse('2026-11-20T08:00:00Z')

  it('reads seconds and dates', () => {
    expect(parseRetryAfterMs('120', now)).toBe(120_000)
    expect(parseRetryAfterMs('Fri, 20 Nov 2026 08:00:30 GMT', now)).toBe(30_000)
    expect(parseRetryAfterMs('Fri, 20 Nov 2026 07:00:00 GMT', now)).toBe(0)
  })

  it('ignores other texts', () => {
    for (const field of [undefined, '', 'soon', '-5', '1.5', 'Caturday'])
      expect(parseRetryAfterMs(field, now)).toBeUndefined()
  })
})

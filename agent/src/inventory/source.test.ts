import { describe, expect, it, vi } from 'vitest'
import { RefusedError } from '../platform/host.ts'
import { recordedHost } from '../platform/recorded-host.ts'
import { collectAll, type Source } from './source.ts'

const host = recordedHost({})
const source = (name: string, collect: () => Promise<string>, more: Partial<Source<string>> = {}): Source<string> => ({
  name,
  isAvailable: async () => true,
  collect,
  ...more,
})
const ok = (name: string, more?: Partial<Source<string>>) => source(name, async () => `${name}!`, more)
const failing = (name: string) => source(name, async () => Promise.reject(new Error('broken pipe')))

describe('collectAll', () => {
  it('keeps the other results when sources fail, are refused or unavailable', async () => {
    const sources = [
      ok('a'),
      failing('b'),
      source('c', async () => Promise.reject(new RefusedError('needs root'))),
      ok('d', { isAvailable: async () => false }),
      ok('e', { isAvailable: async () => Promise.reject(new Error('no')) }),
      ok('f'),
    ]
    expect(await collectAll(host, 'software', sources)).toEqual({
      parts: [
        { source: 'a', part: 'a!' },
        { source: 'f', part: 'f!' },
      ],
      probes: [
        { probe: 'a', outcome: 'ok' },
        { probe: 'b', outcome: 'failed', detail: 'broken pipe' },
        { probe: 'c', outcome: 'refused', detail: 'needs root' },
        { probe: 'd', outcome: 'unavailable' },
        { probe: 'e', outcome: 'failed', detail: 'no' },
        { probe: 'f', outcome: 'ok' },
      ],
      truncated: ['software: without b (broken pipe)', 'software: without e (no)'],
    })
  })

  it('cuts a source that hangs, and keeps the others', async () => {
    vi.useFakeTimers()
    try {
      const hanging = source('stuck', () => new Promise(() => undefined))
      const collected = collectAll(host, 'hardware', [hanging, ok('a')])
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await collected).toMatchObject({
        parts: [{ source: 'a', part: 'a!' }],
        truncated: [expect.stringMatching(/^hardware: without stuck \(not finished within \d+ ms\)$/)],
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('runs a fallback only if needed', async () => {
    const run = async (first: Source<string>) =>
      (await collectAll(host, 'x', [first, ok('second', { fallbackFor: 'first' })])).parts.map(({ part }) => part)
    expect(await run(ok('first'))).toEqual(['first!'])
    expect(await run(failing('first'))).toEqual(['second!'])
    expect(await run(ok('first', { isAvailable: async () => false }))).toEqual(['second!'])
  })

  it('names the missing data when the fallback fails too', async () => {
    const fallback = { ...failing('second'), fallbackFor: 'first' }
    expect((await collectAll(host, 'x', [failing('first'), fallback])).truncated).toHaveLength(2)
  })

  it('names what a source cut, with the rest of its data', async () => {
    const cut: Source<string> = {
      ...ok('a'),
      collect: async (_, onCut) => {
        onCut?.('stopped after 2 items')
        return 'two'
      },
    }
    const { parts, truncated } = await collectAll(host, 'hardware', [cut, ok('b')])
    expect(parts.map(({ part }) => part)).toEqual(['two', 'b!'])
    expect(truncated).toEqual(['hardware: a stopped after 2 items'])
  })
})

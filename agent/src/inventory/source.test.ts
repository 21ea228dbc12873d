import { describe, expect, it, vi } from 'vitest'
import { RefusedError } from '../platform/host.ts'
import { recordedHost } from '../platform/testing/recorded-host.ts'
import { collectAll, type Source } from './source.ts'

const host = recordedHost({})
const source = (name: string, collect: () => Promise<string>, more: Partial<Source<string>> = {}): Source<string> => ({
  name,
  reads: [name],
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
      incomplete: ['software.b', 'software.c', 'software.e'],
    })
  })

  it('reports a refusal as missing data only in a run that may read everything', async () => {
    const refused = source('a', async () => Promise.reject(new RefusedError('not permitted')))
    const [as, asRoot] = [
      await collectAll(host, 'x', [refused]),
      await collectAll(host, 'x', [refused], { isPrivileged: true }),
    ]
    expect([as.truncated, asRoot.truncated]).toEqual([[], ['x: without a (not permitted)']])
  })

  it('names the paths of data that was cut, and of data that a fallback does not read', async () => {
    const cut = ok('cut', {
      reads: ['disks', '[rpm]'],
      collect: async (_host, onCut) => {
        onCut?.('stopped after 2 disks')
        onCut?.('left out a home', ['disks.health'])
        return ''
      },
    })
    const smbios = { ...failing('smbios'), reads: ['system', 'memory.modules'] }
    const dmi = ok('dmi', { fallbackFor: 'smbios', reads: ['system'] })
    expect((await collectAll(host, 'hardware', [cut, smbios, dmi])).incomplete).toEqual([
      'hardware.disks',
      'hardware[rpm]',
      'hardware.disks.health',
      'hardware.memory.modules',
    ])
  })

  it('reports the data of a program that must not be run', async () => {
    const planted = { ...host, refusedPrograms: () => new Map([['rpm', 'a user may change it']]) }
    const rpm = ok('rpm', { reads: ['[rpm]'], isAvailable: (on) => on.hasProgram('rpm') })
    expect(await collectAll(planted, 'software', [rpm])).toMatchObject({
      probes: [{ probe: 'rpm', outcome: 'unavailable' }],
      truncated: ['software: rpm goes on without rpm: a user may change it'],
      incomplete: ['software[rpm]'],
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

  it('gives a slow source its own time, and all more on a remote machine', async () => {
    vi.useFakeTimers()
    try {
      const hang = () => new Promise<string>(() => undefined)
      const sources = [source('fast', hang), source('slow', hang, { timeoutMs: 45_000 })]
      const [here, remote] = [collectAll(host, 'x', sources), collectAll(host, 'x', sources, { patience: 3 })]
      await vi.advanceTimersByTimeAsync(200_000)
      const missing = (fastMs: number, slowMs: number) => [
        `x: without fast (not finished within ${fastMs} ms)`,
        `x: without slow (not finished within ${slowMs} ms)`,
      ]
      expect((await here).truncated).toEqual(missing(10_000, 45_000))
      expect((await remote).truncated).toEqual(missing(30_000, 135_000))
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends all sources when the snapshot takes too long, and names the rest as missing', async () => {
    const limit = new AbortController()
    const hang = source('hang', () => new Promise(() => undefined))
    const late = Array.from({ length: 12 }, (_, index) => ({ ...hang, name: `late${index}` }))
    const collected = collectAll(host, 'x', [ok('a'), ...late], { signal: limit.signal })
    await new Promise(setImmediate)
    limit.abort(new Error('too long'))
    const { parts, truncated } = await collected
    expect(parts).toEqual([{ source: 'a', part: 'a!' }])
    expect(truncated).toEqual(late.map(({ name }) => `x: without ${name} (too long)`))
  })

  it('ends the programs of a source with it', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const recorded = recordedHost({})
    const run: typeof recorded.run = (_program, _args, { signal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    }
    const starts: Source<string> = {
      ...ok('lock'),
      timeoutMs: 5,
      collect: async (own) => (await own.run('rpm', ['-qa'], { timeoutMs: 60_000, outputBytesMax: 1 })).stdout,
    }
    const { truncated } = await collectAll({ ...recorded, run }, 'software', [starts])
    expect(truncated).toEqual(['software: without lock (not finished within 5 ms)'])
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
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

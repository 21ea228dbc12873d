import { formatRange } from '@rollcall/shared/targets/ranges.ts'
import { describe, expect, it } from 'vitest'
import { resolveNames } from './resolve-target-names.ts'

const zone: Record<string, string[]> = {
  'printer.example': ['192.0.2.7'],
  'copy.example': ['192.0.2.7', '2001:db8::7'],
  'trap.example': ['127.0.0.1'],
  'mixed.example': ['127.0.0.1', '192.0.2.8'],
  'odd.example': ['224.0.0.1'],
  'zone.example': ['fe80::1%2'],
  'empty.example': [],
}

const resolve = (names: string[], allowLoopback = false) =>
  resolveNames(names, {
    allowLoopback,
    timeoutMs: 5_000,
    lookup: async (name) => {
      const found = zone[name]
      if (!found) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
      return found.map((address) => ({ address }))
    },
  })

describe('resolveNames', () => {
  it('returns merged ranges, and the names of each address', async () => {
    const { ranges, namesByAddress, failures } = await resolve(['printer.example', 'copy.example'])
    expect(ranges.map(formatRange)).toEqual(['192.0.2.7', '2001:db8::7'])
    expect(namesByAddress.get('192.0.2.7')).toEqual(['printer.example', 'copy.example'])
    expect(failures).toEqual([])
  })

  it('refuses a name that resolves to this machine, unless requested', async () => {
    const refused = await resolve(['trap.example', 'mixed.example'])
    expect(refused.ranges.map(formatRange)).toEqual(['192.0.2.8'])
    expect(refused.failures).toEqual([
      { name: 'trap.example', reason: 'resolves to this machine (127.0.0.1), which is not a requested target' },
    ])
    expect((await resolve(['trap.example'], true)).ranges.map(formatRange)).toEqual(['127.0.0.1'])
  })

  it('reports the reason of an unresolved name', async () => {
    const { ranges, failures } = await resolve(['odd.example', 'zone.example', 'empty.example', 'none.example'])
    expect(ranges).toEqual([])
    expect(failures).toEqual([
      { name: 'odd.example', reason: '224.0.0.1 holds multicast addresses' },
      { name: 'zone.example', reason: expect.stringContaining('zone') },
      { name: 'empty.example', reason: 'has no address' },
      { name: 'none.example', reason: 'getaddrinfo ENOTFOUND none.example' },
    ])
  })

  it('resolves localhost with the resolver of the system', async () => {
    const { ranges } = await resolveNames(['localhost'], { allowLoopback: false, timeoutMs: 30_000 })
    expect(ranges.map(formatRange)).toContain('127.0.0.1')
  })

  it('limits the wait for an answer, and ends when cancelled', async () => {
    const lookup = () => new Promise<never>(() => undefined)
    const late = await resolveNames(['slow.example'], { allowLoopback: false, timeoutMs: 1, lookup })
    expect(late.failures).toEqual([{ name: 'slow.example', reason: 'was not resolved within 1 ms' }])
    const signal = AbortSignal.abort(new Error('cancelled by test'))
    await expect(
      resolveNames(['slow.example'], { allowLoopback: false, timeoutMs: 60_000, lookup, signal }),
    ).rejects.toThrow('cancelled by test')
  })
})

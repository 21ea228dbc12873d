import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'
import { parseTarget } from './expression.ts'
import { parseTargets } from './parse.ts'
import { type AddressRange, addresses, containsAddress, countAddresses, formatRange, mergeRanges } from './ranges.ts'

const all = (...expressions: string[]) => {
  const parsed = parseTargets(expressions, { allowNames: true })
  expect(parsed.errors).toEqual([])
  return parsed
}
const problemOf = (expression: string) => {
  const target = parseTarget(expression)
  return 'problem' in target ? target.problem : undefined
}

describe('parseTargets', () => {
  it.each([
    ['10.0.0.1', ['10.0.0.1'], '10.0.0.1'],
    [' 10.0.0.1 ', ['10.0.0.1'], '10.0.0.1'],
    ['10.0.0.1-3', ['10.0.0.1', '10.0.0.2', '10.0.0.3'], '10.0.0.1-10.0.0.3'],
    ['10.0.0.255-10.0.1.1', ['10.0.0.255', '10.0.1.0', '10.0.1.1'], '10.0.0.255-10.0.1.1'],
    ['10.0.0.1 - 10.0.0.2', ['10.0.0.1', '10.0.0.2'], '10.0.0.1-10.0.0.2'],
    ['10.0.0.9-9', ['10.0.0.9'], '10.0.0.9'],
    ['10.0.0.5/30', ['10.0.0.5', '10.0.0.6'], '10.0.0.4/30'],
    ['10.0.0.5/31', ['10.0.0.4', '10.0.0.5'], '10.0.0.4/31'],
    ['10.0.0.5/32', ['10.0.0.5'], '10.0.0.5/32'],
    ['2001:DB8:0:0::1', ['2001:db8::1'], '2001:db8::1'],
    ['2001:db8::fe-2001:db8::100', ['2001:db8::fe', '2001:db8::ff', '2001:db8::100'], '2001:db8::fe-2001:db8::100'],
    ['2001:db8::1/127', ['2001:db8::', '2001:db8::1'], '2001:db8::/127'],
    ['::ffff:10.0.0.1', ['10.0.0.1'], '10.0.0.1'],
  ])('%s', (expression, expected, canonical) => {
    const parsed = all(expression)
    expect([...addresses(parsed.ranges)]).toEqual(expected)
    expect(parsed.canonical).toEqual([canonical])
    expect(parsed.addressCount).toBe(BigInt(expected.length))
  })

  it('leaves network and broadcast address out of an IPv4 block', () => {
    const swept = [...addresses(all('192.0.2.0/24').ranges)]
    expect(swept).toHaveLength(254)
    expect(swept.at(0)).toBe('192.0.2.1')
    expect(swept.at(-1)).toBe('192.0.2.254')
    expect(all('192.0.2.0/24', '192.0.2.0-192.0.2.255').addressCount).toBe(256n)
  })

  it('scans overlapping addresses once', () => {
    const parsed = all('10.0.0.1-10.0.0.9', '10.0.0.5-20', '10.0.0.21', '10.0.0.7', '10.0.1.1')
    expect(parsed.ranges.map(formatRange)).toEqual(['10.0.0.1-10.0.0.21', '10.0.1.1'])
    expect(parsed.addressCount).toBe(22n)
  })

  it('accepts names only if allowed, without duplicates', () => {
    expect(all('Printer-1.Example.COM.', 'printer-1.example.com', 'web_01', 'xn--bcher-kva.example').names).toEqual([
      'printer-1.example.com',
      'web_01',
      'xn--bcher-kva.example',
    ])
    const refused = parseTargets(['10.0.0.1', 'host'], { allowNames: false })
    expect(refused).toMatchObject({ ranges: [], errors: [{ index: 1, message: expect.stringContaining('"host"') }] })
  })

  it.each([
    ['-oN /etc/passwd', /starts with "-"/],
    ['--script=x', /starts with "-"/],
    ['127.0.0.1 -oN /path', /not a CIDR/],
    ['0.0.0.0/0', /at most 1048576/],
    ['::/0', /at most 1048576/],
    ['10.0.0.0/11', /holds 2097152 addresses/],
    ['0.0.0.0', /unspecified/],
    ['0.0.0.1-0.0.0.5', /unspecified/],
    ['::', /unspecified/],
    ['224.0.0.1', /multicast/],
    ['223.255.255.250-224.0.0.2', /multicast/],
    ['ff02::1', /multicast/],
    ['255.255.255.255', /broadcast/],
    ['fe80::%eth0', /zone/],
    ['fe80::1', /link-local/],
    ['2001:db8::1%1', /zone/],
    ['::ffff:10.0.0.0/120', /IPv4-mapped/],
    ['::fffe:ffff:ffff-::ffff:0:2', /IPv4-mapped|mixes/],
    ['010.0.0.1', /not an IPv4/],
    ['127.1', /not an IPv4/],
    ['2130706433', /not an IPv4/],
    ['0x7f000001', /ends in a number/],
    ['0x7f.1', /ends in a number/],
    ['10.0.0.256', /not an IPv4/],
    ['10.0.0.1/33', /over 32/],
    ['2001:db8::/129', /over 128/],
    ['10.0.0.0/08', /prefix length/],
    ['10.0.0.0/', /prefix length/],
    ['10.0.0.0/24/24', /CIDR/],
    ['10.0.0.20-10', /ends before/],
    ['10.0.0.1-256', /both ends/],
    ['10.0.0.1-1.20', /both ends/],
    ['10.0.0-5.1', /not a range/],
    ['2001:db8::1-ff', /both ends/],
    ['10.0.0.1-::5', /mixes/],
    ['10.0.0.1-2-3', /not a range/],
    ['', /empty/],
    ['a b', /neither/],
    ['a;id', /neither/],
    ['$(id)', /neither/],
    ['-host', /starts with/],
    ['host-', /neither/],
    ['bücher.example', /xn--/],
    [`${'a'.repeat(300)}`, /longer/],
    ['a\n10.0.0.1', /neither/],
  ])('refuses %j', (expression, problem) => {
    expect(problemOf(expression)).toMatch(problem)
  })

  it('reports every invalid expression by its index', () => {
    const result = parseTargets(['10.0.0.1', 'bad host', '10.0.0.2', '-x'], { allowNames: true })
    expect(result.errors.map((error) => error.index)).toEqual([1, 3])
  })

  it('refuses a list over the limit, and names the expression that exceeds it', () => {
    expect(all('10.0.0.0/12').addressCount).toBe(2n ** 20n - 2n)
    expect(all('10.0.0.0/12', '10.1.0.0/16', '10.2.3.4').addressCount).toBe(2n ** 20n - 2n)
    const result = parseTargets(['10.0.0.0/13', '10.1.0.0/16', '10.8.0.0/13', '10.20.0.9'], { allowNames: false })
    expect(result).toMatchObject({ ranges: [], errors: [{ index: 3 }] })
  })

  it('counts all addresses of a block, including the first and last', () => {
    const over = parseTargets(['10.0.0.0/12', '10.20.0.9'], { allowNames: false })
    expect(over.errors).toEqual([{ index: 1, message: expect.stringContaining('limit of 1048576 addresses') }])
    expect(all('10.0.0.0/12', '10.0.0.0', '10.15.255.255').addressCount).toBe(2n ** 20n)
  })
})

describe('address properties', () => {
  // A fixed generator (mulberry32) gives the same thousand cases in each run.
  const random = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  it('merges ranges to exactly their addresses, sorted and without duplicates', () => {
    const next = random(1)
    for (let round = 0; round < 200; round++) {
      const parts = Array.from({ length: 1 + Math.floor(next() * 8) }, (): AddressRange => {
        const family = next() < 0.5 ? 4 : 6
        const first = (family === 4 ? 0x0a000000n : 0x20010db8n << 96n) + BigInt(Math.floor(next() * 60))
        return { family, first, last: first + BigInt(Math.floor(next() * 20)) }
      })
      const expected = new Set(parts.flatMap((part) => [...addresses([part])]))
      const merged = mergeRanges(parts)
      const listed = [...addresses(merged)]
      expect(new Set(listed)).toEqual(expected)
      expect(listed).toHaveLength(expected.size)
      expect(countAddresses(merged)).toBe(BigInt(expected.size))
      expect(mergeRanges(merged)).toEqual(merged)
      expect(listed.every((address) => containsAddress(merged, address))).toBe(true)
    }
  })

  it('parses a formatted range back to the same range', () => {
    const next = random(2)
    for (let round = 0; round < 1000; round++) {
      const family = next() < 0.5 ? 4 : 6
      const base = family === 4 ? BigInt(0x01000000 + Math.floor(next() * 0x7e000000)) : 0x20010db8n << 96n
      const first = family === 4 ? base : base + BigInt(Math.floor(next() * 2 ** 48))
      const range = { family, first, last: first + BigInt(Math.floor(next() * 1000)) } as const
      const parsed = parseTarget(formatRange(range))
      expect(parsed).toMatchObject({ range })
      expect(parseTarget('canonical' in parsed ? parsed.canonical : '')).toEqual(parsed)
    }
  })

  it('parses every text to a canonical form or refuses it, without throwing', () => {
    const next = random(3)
    const alphabet = '0123456789abcf.:/-% xg\u0000é'
    for (let round = 0; round < 5000; round++) {
      const length = Math.floor(next() * 24)
      const text = Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('')
      const target = parseTarget(text)
      if ('problem' in target) expect(target.problem).not.toBe('')
      else {
        expect(target.canonical).not.toMatch(/^-|[\s%]/)
        expect(parseTarget(target.canonical)).toEqual(target)
      }
    }
  })

  it('yields the first address of a large range at once', () => {
    const parsed = all('10.0.0.0/12')
    const listing = addresses(parsed.ranges)
    expect(listing.next().value).toBe('10.0.0.1')
    expect(parsed.ranges).toHaveLength(1)
  })

  it.each([
    '1.2.3',
    '1.2.3.4.5',
    '::1::',
    '::ffff:010.0.0.1',
    '1:2:3:4:5:6:7:8:9',
    ' 1.2.3.4',
    '::1%lo',
    ':',
    '١.2.3.4',
  ])('refuses %j as an address', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })
})

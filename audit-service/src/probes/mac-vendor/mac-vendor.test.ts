import registry from 'oui-data' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { createVendorLookup, vendorOf } from './mac-vendor.ts'

describe('vendorOf', () => {
  it.each([
    ['00:1b:21:3c:9d:f8', 'Intel Corporate'],
    ['00-50-56-00-00-01', 'VMware, Inc.'],
    ['005056000001', 'VMware, Inc.'],
    ['0050.5600.0001', 'VMware, Inc.'],
    ['00:00:00:12:34:56', 'XEROX CORPORATION'],
  ])('%s is %s', (mac, vendor) => {
    expect(vendorOf(mac)).toBe(vendor)
  })

  it.each([
    ['locally administered', '52:54:00:12:34:56'],
    ['multicast', '01:00:5e:00:00:01'],
    ['broadcast', 'ff:ff:ff:ff:ff:ff'],
    ['no address', 'hello'],
    ['too short', '00:50:56'],
    ['empty', ''],
  ])('returns undefined for an address that is %s', (_, mac) => {
    expect(vendorOf(mac)).toBeUndefined()
  })

  it('finds every block of the registry, the smallest first', () => {
    const lookup = createVendorLookup()
    const blocks: Record<string, string> = registry
    let asked = 0
    for (const [prefix, text] of Object.entries(blocks)) {
      if ((Number.parseInt(prefix.slice(0, 2), 16) & 0b11) !== 0) continue
      const mac = prefix.padEnd(12, '0')
      const smallest = blocks[mac.slice(0, 9)] ?? blocks[mac.slice(0, 7)] ?? text
      if (lookup(mac) !== smallest.split('\n', 1)[0]?.trim()) expect(`${prefix}: ${lookup(mac)}`).toBe(smallest)
      asked++
    }
    expect(asked).toBeGreaterThan(50_000)
  })
})

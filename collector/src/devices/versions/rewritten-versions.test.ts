import { describe, expect, it } from 'vitest'
import { endOfTime } from '../../snapshots/read/as-of.ts'
import { withKeys } from '../states/row-fields.ts'
import { rewritten, type Step } from './rewritten-versions.ts'
import type { Listed, Version } from './versions.ts'

const fields = {
  name: 'pc',
  dnsName: null,
  macAddress: null,
  ipAddress: null,
  serialNumber: null,
  type: 'computer' as const,
  manufacturer: null,
  model: null,
}
const listed = (name: string, assetTag: string | null = null): Listed =>
  withKeys({ ...fields, name, assetTag, lastSegmentId: null, nameKey: '', ipKey: null, searchText: '' })
const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
const version = (name: string, from: number, until: number | undefined, assetTag: string | null = null): Version => ({
  deviceId: 'd',
  siteId: 's',
  from: day(from),
  until: until === undefined ? endOfTime : day(until),
  ...listed(name, assetTag),
})
const step = (at: number, name: string): Step => ({ at: day(at), fields: { ...fields, name } })
const shown = (versions: readonly Version[]) =>
  versions.map(({ name, assetTag, from, until }) => [name, assetTag, from, until])

describe('the rewritten versions of a device', () => {
  const now = listed('now', 'T')
  it('are cut where a snapshot differs, and keep the values of people', () => {
    const before = [version('a', 1, 10), version('a', 10, 20, 'T'), version('b', 20, undefined, 'T')]
    const after = rewritten(before, [step(5, 'x'), step(15, 'y'), step(25, 'z')], now)
    expect(shown(after)).toEqual([
      ['a', null, day(1), day(5)],
      ['x', null, day(5), day(10)],
      ['x', 'T', day(10), day(15)],
      ['y', 'T', day(15), day(25)],
      ['now', 'T', day(25), endOfTime],
    ])
  })

  it('are joined where nothing changes', () => {
    const before = [version('a', 1, 10), version('b', 10, 20), version('now', 20, undefined, 'T')]
    expect(shown(rewritten(before, [step(1, 'a'), step(12, 'a'), step(20, 'now')], now))).toEqual([
      ['a', null, day(1), day(20)],
      ['now', 'T', day(20), endOfTime],
    ])
  })

  it('leave out archived times and add no end', () => {
    const before = [version('a', 1, 5), version('b', 10, 20)]
    expect(shown(rewritten(before, [step(3, 'x'), step(7, 'y'), step(30, 'z')], now))).toEqual([
      ['a', null, day(1), day(3)],
      ['x', null, day(3), day(5)],
      ['y', null, day(10), day(20)],
    ])
  })

  it('stay unchanged without snapshots', () => {
    const before = [version('a', 1, 5), version('now', 5, undefined, 'T')]
    expect(rewritten(before, [], now)).toEqual(before)
    expect(rewritten([], [step(1, 'x')], now)).toEqual([])
  })
})

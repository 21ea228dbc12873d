import { describe, expect, it } from 'vitest'
import { compareNeighbors } from './by-neighbors.ts'
import { parseIpNeigh, parseProcNetArp, readNeighborTable } from './neighbor-table.ts'

// Recorded from iproute2 6.1 in a network of namespaces.
const recorded = `[
{"dst":"10.76.0.1","dev":"s0","lladdr":"56:a9:3d:57:6b:f2","refcnt":1,"used":0,"confirmed":0,"updated":0,"probes":4,"state":["REACHABLE"]},
{"dst":"10.76.0.77","dev":"s0","refcnt":1,"used":0,"confirmed":60,"updated":0,"probes":4,"state":["INCOMPLETE"]},
{"dst":"10.76.0.9","dev":"s0","lladdr":"00:1b:21:00:00:09","used":61,"confirmed":58,"updated":37,"probes":1,"state":["STALE"]},
{"dst":"10.76.0.8","dev":"s0","lladdr":"00:1b:21:00:00:08","used":4,"confirmed":70,"updated":1,"probes":6,"state":["FAILED"]},
{"dst":"fe80::1","dev":"s0","lladdr":"56:a9:3d:57:6b:f2","router":null,"used":1,"confirmed":1,"updated":1,"probes":1,"state":["REACHABLE"]},
{"dst":"10.76.0.7","dev":"s0","lladdr":"00:00:00:00:00:00","state":["NOARP"]},
{"dst":7}, null]`

describe('neighbor table', () => {
  it('returns entries with a hardware address, and the age of answers', () => {
    expect(parseIpNeigh(recorded)).toEqual([
      { address: '10.76.0.1', macAddress: '56:a9:3d:57:6b:f2', confirmedSecondsAgo: 0 },
      { address: '10.76.0.9', macAddress: '00:1b:21:00:00:09' },
      { address: 'fe80::1', macAddress: '56:a9:3d:57:6b:f2', confirmedSecondsAgo: 1 },
    ])
    expect(parseIpNeigh('')).toEqual([])
  })

  it('reads /proc/net/arp, without incomplete entries', () => {
    const text = [
      'IP address       HW type     Flags       HW address            Mask     Device',
      '10.76.0.1        0x1         0x2         56:a9:3d:57:6b:f2     *        s0',
      '10.76.0.77       0x1         0x0         00:00:00:00:00:00     *        s0',
      '',
    ].join('\n')
    expect(parseProcNetArp(text)).toEqual([{ address: '10.76.0.1', macAddress: '56:a9:3d:57:6b:f2' }])
  })

  it('reads the table of this machine', async () => {
    expect(await readNeighborTable()).toBeInstanceOf(Array)
    expect(await readNeighborTable(undefined)).toBeInstanceOf(Array)
  })
})

describe('compareNeighbors', () => {
  const seen = (address: string, macAddress: string, confirmedSecondsAgo?: number) => ({
    address,
    macAddress,
    ...(confirmedSecondsAgo !== undefined && { confirmedSecondsAgo }),
  })

  it('accepts a recent answer whose hardware address stands for one address', () => {
    const table = [
      seen('10.0.0.1', '00:1b:21:00:00:01', 1),
      seen('10.0.0.2', '00:1b:21:00:00:02', 40),
      seen('10.0.0.3', '00:1b:21:00:00:03'),
      seen('10.0.0.4', '00:1b:21:00:00:04', 0),
      seen('10.0.0.5', '00:1b:21:00:00:04', 0),
      seen('10.0.0.9', '00:1b:21:00:00:09', 0),
    ]
    const queried = new Set(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'])
    expect(compareNeighbors(table, queried, 1)).toEqual({
      proven: ['10.0.0.1'],
      old: ['10.0.0.2', '10.0.0.3'],
      shared: ['10.0.0.4', '10.0.0.5'],
    })
  })

  it('ignores further link-local and IPv4 addresses of an IPv6 host', () => {
    const mac = '00:1b:21:00:00:01'
    const table = [seen('10.0.0.1', mac, 0), seen('fe80::1', mac, 0), seen('2001:db8::1', mac, 0)]
    expect(compareNeighbors(table, new Set(['10.0.0.1', '2001:db8::1']), 1).proven).toEqual(['10.0.0.1', '2001:db8::1'])
  })
})

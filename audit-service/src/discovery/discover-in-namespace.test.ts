import { describe, expect, it } from 'vitest'
import { discoverInNamespace, type Privileges } from './testing/namespace-network.ts'

const minuteMs = 60_000

/** Returns the found hosts by address, without machine-specific values. */
async function discovered(privileges: Privileges): Promise<Record<string, unknown>> {
  const lines = await discoverInNamespace(
    privileges,
    ...['10.75.0.0/24', '10.76.0.0/24', '10.77.0.0-10.77.0.255', 'fd00:75::/120', 'fd00:77::/120'],
  )
  const hosts = lines.map((line): { address: string } => JSON.parse(line))
  expect(new Set(hosts.map(({ address }) => address)).size).toBe(hosts.length)
  return Object.fromEntries(hosts.map(({ address, ...host }) => [address, host]))
}

const intel = (last: string) => ({ macAddress: `00:1b:21:00:01:${last}`, macVendor: 'Intel Corporate' })
const pinged = { foundBy: 'icmp', timed: true }
const somewhere = { macAddress: expect.any(String) }

/** Hosts behind the router; without .0 and .255, where others answer, and .100 to .107, which the router refuses. */
const answeringEcho = {
  '10.77.0.1': pinged,
  '10.77.0.10': pinged,
  '10.77.0.11': pinged,
  'fd00:77::1': pinged,
  'fd00:77::10': pinged,
  'fd00:77::11': pinged,
  'fd00:77::13': pinged,
}
/** A host on the local link that drops all packets, but answers ARP. */
const quiet = {
  '10.75.0.10': { foundBy: 'arp', timed: false, ...intel('0a') },
  'fd00:75::10': { foundBy: 'arp', timed: false, ...intel('0a') },
}
/** The router answers ARP for 14 addresses in addition to its own; only one of them is a host. */
const ownAndProxied = {
  '10.75.0.1': { ...pinged, ...intel('01') },
  'fd00:75::1': { ...pinged, ...intel('01') },
  '10.76.0.1': { ...pinged, ...somewhere },
  '10.76.0.254': { ...pinged, ...somewhere },
  '10.76.0.129': { foundBy: expect.any(String), timed: expect.any(Boolean), ...somewhere },
}
/** Drops all but one port. */
const oneOpenPort = { '10.77.0.13': { foundBy: 'tcp', openPorts: [443], timed: false } }
/** Drops echo requests and refuses connections. */
const refusing = {
  '10.77.0.12': { foundBy: 'tcp', timed: false },
  'fd00:77::12': { foundBy: 'tcp', timed: false },
}

describe('discover, in a network of namespaces', () => {
  it('finds exactly the existing hosts, including hidden ones', { timeout: minuteMs }, async () => {
    const all = { ...ownAndProxied, ...answeringEcho, ...quiet, ...oneOpenPort, ...refusing }
    expect(await discovered('raw sockets')).toEqual(all)
  })

  it('finds with ping sockets all hosts except those that only refuse', {
    timeout: minuteMs,
  }, async () => {
    const all = { ...ownAndProxied, ...answeringEcho, ...quiet, ...oneOpenPort }
    expect(await discovered('ping sockets')).toEqual(all)
  })

  it('finds without privileges open ports, neighbors and itself, and nothing else', {
    timeout: minuteMs,
  }, async () => {
    const connected = { foundBy: 'tcp', timed: false }
    expect(await discovered('nothing')).toEqual({
      '10.75.0.1': { ...connected, ...intel('01') },
      'fd00:75::1': { ...connected, ...intel('01') },
      '10.76.0.1': { ...connected, ...somewhere },
      ...quiet,
      ...oneOpenPort,
    })
  })
})

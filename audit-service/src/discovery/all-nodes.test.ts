import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Network, startNetwork } from '../../../test/harness/network.ts'
import { noCapabilities } from './testing/namespace-network.ts'

const minuteMs = 60_000
const worker = fileURLToPath(new URL('./testing/worker.ts', import.meta.url))
/** Packets that the scanner sends itself; the kernel sends unicast solicitations for hosts it has learned. */
const queried = 'ip6[40] == 128 or (ip6[40] == 135 and dst net ff02::/16)'
const answering = ['fd00:72::1', 'fd00:72::11', 'fd00:72::12']

let network: Network
beforeAll(async () => {
  network = await startNetwork({
    hosts: [
      { name: 'one', kind: 'ping-only', address: '10.72.0.11', address6: 'fd00:72::11' },
      { name: 'two', kind: 'ping-only', address: '10.72.0.12', address6: 'fd00:72::12' },
      { name: 'shy', kind: 'no-ping', address: '10.72.0.13', address6: 'fd00:72::13' },
      { name: 'no-target', kind: 'ping-only', address: '10.72.0.14', address6: 'fd00:72::14:1' },
      { name: 'far', kind: 'ping-only', address: '10.71.0.11', address6: 'fd00:71::11' },
    ],
  })
}, minuteMs)
afterAll(() => network?.stop())

/** Returns the hosts that a scan finds, by address, and the packets that it sends. */
async function scanned(targets: string[], privileges: readonly string[] = []) {
  await network.exec('audit', 'ip', ['neigh', 'flush', 'all'])
  const capture = await network.capture('audit', `ether src ${network.host('audit').macAddress} and (${queried})`)
  const command = [...privileges, process.execPath, worker, ...targets]
  const { stdout, stderr } = await network.exec('audit', 'env', command)
  expect(stderr).toBe('')
  const hosts = stdout
    .trim()
    .split('\n')
    .map((line): { address: string } => JSON.parse(line))
  const found = Object.fromEntries(hosts.map(({ address, ...host }) => [address, host]))
  return { found, sent: await capture.stop() }
}

const to = (packets: readonly string[], address: string) =>
  packets.filter((packet) => packet.includes(` > ${address}: ICMP6`))
const whoHas = (packets: readonly string[]) =>
  new Set(packets.flatMap((packet) => /who has ([\da-f:]+),/.exec(packet)?.[1] ?? []))

describe('hosts of an IPv6 link', { timeout: minuteMs }, () => {
  it('answer one multicast request, and only silent ones are queried separately', async () => {
    const { found, sent } = await scanned(['fd00:72::1-fd00:72::ff'])
    const mac = (name: string) => ({ macAddress: network.host(name).macAddress, macVendor: expect.any(String) })
    expect(found).toEqual({
      'fd00:72::1': {
        foundBy: 'icmp',
        timed: true,
        macAddress: network.host('router').interfaces[1]?.macAddress,
        macVendor: expect.any(String),
      },
      'fd00:72::2': { foundBy: 'icmp', timed: true, ...mac('audit') },
      'fd00:72::11': { foundBy: 'icmp', timed: true, ...mac('one') },
      'fd00:72::12': { foundBy: 'icmp', timed: true, ...mac('two') },
      'fd00:72::13': { foundBy: 'arp', timed: false, ...mac('shy') },
    })
    expect(to(sent, 'ff02::1')).toHaveLength(2)
    expect(sent.slice(0, 2)).toEqual(to(sent, 'ff02::1'))
    const echoed = sent.filter((packet) => packet.includes('echo request') && !packet.includes(' > ff02::1: '))
    expect(new Set(echoed)).toEqual(new Set(to(sent, 'fd00:72::13')))
    // All except this machine.
    const silent = Array.from({ length: 255 }, (_, index) => `fd00:72::${(index + 1).toString(16)}`)
    expect([...whoHas(sent)].sort()).toEqual(
      silent.filter((address) => address !== 'fd00:72::2' && !answering.includes(address)).sort(),
    )
  })

  it('receive no multicast request for a single address, or behind a router', async () => {
    const { found, sent } = await scanned(['fd00:72::11', 'fd00:71::10/124'])
    expect(Object.keys(found).sort()).toEqual(['fd00:71::11', 'fd00:72::11'])
    expect(to(sent, 'ff02::1')).toEqual([])
  })

  it('are queried one by one if raw sockets are not permitted', async () => {
    const { found, sent } = await scanned(['fd00:72::10/124'], noCapabilities)
    expect(Object.keys(found).sort()).toEqual(['fd00:72::11', 'fd00:72::12', 'fd00:72::13'])
    expect(to(sent, 'ff02::1')).toEqual([])
  })
})

import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { describe, expect, it } from 'vitest'
import { batches } from './batches.ts'
import { capabilities } from './capabilities.ts'
import { discover } from './discover.ts'
import type { Discoverer, Sweep } from './discoverer.ts'
import type { LiveHost } from './live-host.ts'
import { localNetwork } from './local-network.ts'

const rangesOf = (...expressions: string[]) => parseTargets(expressions, { allowNames: false }).ranges

const fake = (finds: Discoverer['finds'], sweep: Sweep): Discoverer => ({
  name: finds,
  finds,
  availability: async () => ({ available: true, detail: 'fake', sweep }),
})

async function all(hosts: AsyncIterable<LiveHost>): Promise<LiveHost[]> {
  const list: LiveHost[] = []
  for await (const host of hosts) list.push(host)
  return list
}

describe('discover', () => {
  it('finds what this machine answers for', async () => {
    const found = await all(discover(rangesOf('127.5.0.1-127.5.0.20', '::1')))
    const expected = [...Array.from({ length: 20 }, (_, index) => `127.5.0.${index + 1}`), '::1']
    expect(found.map(({ address }) => address).sort()).toEqual(expected.sort())
    expect(found.every(({ foundBy }) => foundBy === 'icmp' || foundBy === 'tcp')).toBe(true)
  })

  it('reports each host once, however many find it, and hands it on at once', async () => {
    const both: Sweep = async ({ addresses, signal }, report) => {
      for (const address of addresses) report({ address, foundBy: 'tcp' })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    const found: string[] = []
    for await (const { address } of discover(rangesOf('198.51.100.1-2'), {
      discoverers: [fake('icmp', both), fake('tcp', both)],
    })) {
      found.push(address)
      // The sweeps never end by themselves: leaving the loop ends them.
      if (found.length === 2) break
    }
    expect(found).toEqual(['198.51.100.1', '198.51.100.2'])
  })

  it('uses the first available discoverer of a kind', async () => {
    const missing: Discoverer = {
      name: 'fast',
      finds: 'icmp',
      availability: async () => ({ available: false, detail: 'not here' }),
    }
    const second = fake('icmp', async (_, report) => report({ address: '198.51.100.2', foundBy: 'icmp', rttMs: 2 }))
    const third = fake('icmp', async (_, report) => report({ address: '198.51.100.3', foundBy: 'icmp' }))
    const found = await all(discover(rangesOf('198.51.100.0/29'), { discoverers: [missing, second, third] }))
    expect(found).toEqual([{ address: '198.51.100.2', foundBy: 'icmp', rttMs: 2 }])
  })

  it('lets a slow rate have a small burst, and only at the beginning', async () => {
    const bursts: number[] = []
    const look = fake('tcp', async ({ burstPackets }) => void bursts.push(burstPackets))
    await all(discover(rangesOf('198.18.0.0-198.18.20.0'), { packetsPerSecond: 10, discoverers: [look] }))
    expect(bursts).toEqual([12.5, 0])
    bursts.length = 0
    await all(discover(rangesOf('198.18.0.0/28'), { discoverers: [look] }))
    expect(bursts).toEqual([2500])
  })

  it('holds only part of a large range, and tells its progress', async () => {
    const sizes: number[] = []
    const done: number[] = []
    const count = fake('icmp', async ({ addresses }) => void sizes.push(addresses.length))
    await all(
      discover(rangesOf('100.64.0.0/18'), {
        discoverers: [count],
        onProgress: (addressesDone) => done.push(addressesDone),
      }),
    )
    expect(sizes).toEqual([4096, 4096, 4096, 4094])
    expect(done).toEqual([4096, 8192, 12_288, 16_382])
  })

  it('throws what a discoverer throws', async () => {
    const broken = fake('icmp', () => Promise.reject(new Error('fping failed (exit 4)')))
    await expect(all(discover(rangesOf('198.51.100.1'), { discoverers: [broken] }))).rejects.toThrow('fping failed')
  })

  it('throws the reason when it is cancelled', async () => {
    const cancel = new AbortController()
    const endless: Sweep = ({ signal }, report) => {
      report({ address: '198.51.100.1', foundBy: 'icmp' })
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const hosts = discover(rangesOf('198.51.100.1'), { discoverers: [fake('icmp', endless)] }, cancel.signal)
    expect((await hosts.next()).value).toEqual({ address: '198.51.100.1', foundBy: 'icmp' })
    const next = hosts.next()
    cancel.abort(new Error('cancelled by test'))
    await expect(next).rejects.toThrow('cancelled by test')
  })

  it('says of each capability whether it is there and what it is', async () => {
    const list = await capabilities()
    expect(list.map(({ name }) => name)).toEqual(['ping', 'tcp', 'arp', 'nmap'])
    expect(list.every(({ detail }) => detail !== '')).toBe(true)
  })
})

describe('localNetwork', () => {
  const local = localNetwork([
    { address: '127.0.0.1', cidr: '127.0.0.1/8', mac: '00:00:00:00:00:00', internal: true },
    { address: '10.1.2.3', cidr: '10.1.2.3/20', mac: '00:1b:21:00:00:01', internal: false },
    { address: '2001:db8::3', cidr: '2001:db8::3/64', mac: '00:1b:21:00:00:01', internal: false },
    { address: '10.9.9.9', cidr: '10.9.9.9/32', mac: '00:00:00:00:00:00', internal: false },
    { address: '10.8.8.8', cidr: null, mac: '00:00:00:00:00:00', internal: false },
  ])

  it.each([
    ['10.1.15.254', true],
    ['10.1.16.1', false],
    ['10.1.2.3', false],
    ['2001:db8::ffff', true],
    ['2001:db8:0:1::1', false],
    ['127.0.0.2', false],
    ['10.9.9.9', false],
  ])('%s on our link: %s', (address, onLink) => {
    expect(local.isOnLink(address)).toBe(onLink)
  })

  it('knows its own addresses and their hardware', () => {
    expect(local.isOwn('127.8.8.8')).toBe(true)
    expect(local.isOwn('10.1.2.4')).toBe(false)
    expect(local.ownMac('10.1.2.3')).toBe('00:1b:21:00:00:01')
    expect(local.ownMac('10.9.9.9')).toBeUndefined()
  })

  it('a batch holds few addresses of our own link', () => {
    const addresses = Array.from({ length: 600 }, (_, index) => `10.1.${index >> 8}.${index & 255}`)
    expect([...batches(addresses, local)].map((batch) => batch.addresses.length)).toEqual([256, 256, 88])
  })
})

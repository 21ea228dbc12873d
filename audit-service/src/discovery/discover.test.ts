import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { describe, expect, it } from 'vitest'
import { capabilities } from './capabilities.ts'
import { discover } from './discover.ts'
import type { Available, Discoverer, Sweep } from './discoverer.ts'
import type { LiveHost } from './live-host.ts'
import { noCapabilities } from './testing/namespace-network.ts'

const rangesOf = (...expressions: string[]) => parseTargets(expressions, { allowNames: false }).ranges

const fake = (finds: Discoverer['finds'], sweep: Sweep, more: Pick<Available, 'call'> = {}): Discoverer => ({
  name: finds,
  finds,
  availability: async () => ({ available: true, detail: 'fake', sweep, ...more }),
})

async function all(hosts: AsyncIterable<LiveHost>): Promise<LiveHost[]> {
  const list: LiveHost[] = []
  for await (const host of hosts) list.push(host)
  return list
}

describe('discover', () => {
  it('finds the addresses of this machine', async () => {
    const found = await all(discover(rangesOf('127.5.0.1-127.5.0.20', '::1')))
    const expected = [...Array.from({ length: 20 }, (_, index) => `127.5.0.${index + 1}`), '::1']
    expect(found.map(({ address }) => address).sort()).toEqual(expected.sort())
    expect(found.every(({ foundBy }) => foundBy === 'icmp' || foundBy === 'tcp')).toBe(true)
  })

  it('reports each host once and at once, however many discoverers find it', async () => {
    const both: Sweep = async ({ addresses, signal }, report) => {
      for (const address of addresses) report({ address, foundBy: 'tcp' })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    const found: string[] = []
    for await (const { address } of discover(rangesOf('198.51.100.1-2'), {
      discoverers: [fake('icmp', both), fake('tcp', both)],
    })) {
      found.push(address)
      // The sweeps never end: leaving the loop ends them.
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

  it('queries known hosts first, and each address once', async () => {
    const queried: string[] = []
    const look = fake('icmp', async ({ addresses }) => void queried.push(...addresses))
    const first = ['198.51.100.6', '203.0.113.1', '198.51.100.3', '198.51.100.6']
    await all(discover(rangesOf('198.51.100.0/29'), { first, discoverers: [look] }))
    expect(queried.map((address) => address.split('.').at(-1))).toEqual(['6', '3', '1', '2', '4', '5'])
  })

  it('does not query a host again that answered a multicast request', async () => {
    const queried: string[] = []
    const link = fake('link', async () => undefined, {
      call: async ({ ranges }, report) => {
        expect(ranges).toEqual(rangesOf('198.51.100.0/29'))
        report({ address: '198.51.100.4', foundBy: 'icmp' })
      },
    })
    const look = fake('icmp', async ({ addresses }) => void queried.push(...addresses))
    const first = ['198.51.100.4', '198.51.100.6']
    const done: [number, string | undefined][] = []
    const options = {
      first,
      discoverers: [link, look],
      onProgress: (...told: (typeof done)[number]) => done.push(told),
    }
    expect(await all(discover(rangesOf('198.51.100.0/29'), options))).toEqual([
      { address: '198.51.100.4', foundBy: 'icmp' },
    ])
    expect([done[0], done.at(-1)]).toEqual([
      [1, undefined],
      [6, '198.51.100.5'],
    ])
    expect(queried.map((address) => address.split('.').at(-1))).toEqual(['6', '1', '2', '3', '5'])
  })

  it('holds only a part of a large range, and reports progress', async () => {
    const sizes: number[] = []
    const done: number[] = []
    const count = fake('icmp', async ({ addresses, onPassed }) => {
      sizes.push(addresses.length)
      onPassed(addresses.length / 2)
    })
    const silent = fake('tcp', async () => undefined)
    const doneTo = new Set<string | undefined>()
    await all(
      discover(rangesOf('100.64.0.0/18'), {
        discoverers: [count, silent],
        onProgress: (addressesDone, to) => {
          done.push(addressesDone)
          doneTo.add(to)
        },
      }),
    )
    expect([...doneTo]).toEqual([undefined, '100.64.16.0', '100.64.32.0', '100.64.48.0', '100.64.63.254'])
    expect(sizes).toEqual([4096, 4096, 4096, 4094])
    const halves = [1024, 2048, 4096]
    const batches = [0, 4096, 8192].flatMap((before) => halves.map((more) => before + more))
    expect(done).toEqual([0, ...batches, 12_288 + 1023, 12_288 + 2047, 16_382])
  })

  it('needs no more memory for a /12 than Node itself', async () => {
    const file = fileURLToPath(new URL('./testing/large-range.ts', import.meta.url))
    // Megabytes. The addresses of a /12 as text take more than 60.
    const args = ['--max-old-space-size=32', '--max-semi-space-size=2', file]
    const { code, stdout, stderr } = await runProcess(process.execPath, args, { timeoutMs: 60_000 })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(Number(stdout)).toBe(2 ** 20 / 64)
  })

  it('throws the error of a discoverer', async () => {
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

  it('reports each capability with its detail', async () => {
    const list = await capabilities()
    expect(list.map(({ name }) => name)).toEqual(['ping', 'tcp', 'arp', 'nmap'])
    expect(list.every(({ detail }) => detail !== '')).toBe(true)
  })
  it('reports the hosts that are missed without permissions', async () => {
    const module = new URL('./capabilities.ts', import.meta.url)
    const script = `import { capabilities } from '${module}'; console.log(JSON.stringify(await capabilities()))`
    const node = [process.execPath, '--input-type=module', '--eval', script]
    const args = ['--map-root-user', '--net', ...noCapabilities, ...node]
    const { stdout, stderr } = await runProcess('unshare', args, { timeoutMs: 20_000 })
    expect(stderr).toBe('')
    const list: { name: string; available: boolean; detail: string }[] = JSON.parse(stdout)
    const detailOf = (wanted: string) => list.find(({ name }) => name === wanted)?.detail
    expect(list.filter(({ available }) => !available).map(({ name }) => name)).toEqual(['ping'])
    expect(detailOf('ping')).toMatch(/neither CAP_NET_RAW nor .*; hosts that answer no other packets are missed$/)
    expect(detailOf('tcp')).toMatch(/^only hosts with an open port of .*, so a refusal may be a router's$/)
    expect(detailOf('arp')).toMatch(/for 256 neighbors in 1.5 s; a previously seen neighbor that is silent now/)
  })
})

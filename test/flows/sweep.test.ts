import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RangeNetwork, silentIpv6, startRangeNetwork } from '../harness/range-network.ts'
import { sweep } from '../harness/sweep.ts'

let network: RangeNetwork
beforeAll(async () => {
  network = await startRangeNetwork([{ range: '10.64.0.0/18', mask: 3, values: [1] }])
})
afterAll(() => network?.[Symbol.asyncDispose]())

/** Live addresses of 10.64.0.0/18. */
const live = Array.from({ length: 4096 }, (_, index) => `10.64.${index >> 6}.${(index & 63) * 4 + 1}`)

async function found(targets: string[]): Promise<string[]> {
  const [run] = await sweep(network, { targets, packetsPerSecond: 1_000_000 })
  return run?.addresses ?? []
}

const byText = (addresses: readonly string[]) => [...addresses].sort()

describe('a sweep at full speed', () => {
  it('finds each of 4096 hosts among 16,384 addresses once, and nothing else', async () => {
    expect(byText(await found(['10.64.0.0/18']))).toEqual(byText(live))
  })

  it('finds all of them when each direction loses one packet in a hundred', async () => {
    await network.onForward('numgen random mod 100 == 0 drop')
    expect(byText(await found(['10.64.0.0/18']))).toEqual(byText(live))
    await network.onForward('accept')
  })
})

/** Reads a line of tcpdump: the time of the packet, in milliseconds of the day, and its destination. */
function sentTo(line: string): { atMs: number; to: string } {
  const address = String.raw`\d+\.\d+\.\d+\.\d+|[\da-f:]+`
  const packet = new RegExp(String.raw`^(\d\d):(\d\d):(\d\d\.\d{6}) IP6? \S+ > (${address})[.:]`)
  const [, hours, minutes, seconds, to] = packet.exec(line) ?? []
  if (to === undefined) throw new Error(`not a packet: ${line}`)
  return { atMs: (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000, to }
}

describe('a slow sweep', () => {
  const packetsPerSecond = 400

  it('keeps its rate in any interval, and probes known addresses first', async () => {
    const capture = await network.capture(`dst net 10.64.0.0/18 or dst net ${silentIpv6}`)
    const first = ['10.64.0.41', '10.64.0.7', '10.99.0.1', '10.64.0.5']
    const [run] = await sweep(network, { targets: ['10.64.0.0/26', 'fd00:64::/122'], packetsPerSecond, first })
    const sent = (await capture.stop()).map(sentTo)
    expect(byText(run?.addresses ?? [])).toEqual(
      byText(live.filter((address) => /^10\.64\.0\.\d\d?$/.test(address) && Number(address.split('.')[3]) < 64)),
    )

    // Three echo requests, and SYN to eight ports, of both families: who is silent gets all of them.
    expect(sent.filter(({ to }) => to === '10.64.0.2')).toHaveLength(11)
    expect(sent.filter(({ to }) => to === 'fd00:64::2a')).toHaveLength(11)

    // The families take turns.
    const ipv4 = sent.filter(({ to }) => to.includes('.'))
    expect(ipv4.slice(0, 5).map(({ to }) => to)).toEqual([
      '10.64.0.41',
      '10.64.0.7',
      '10.64.0.5',
      '10.64.0.1',
      '10.64.0.2',
    ])
    expect(run?.addresses.slice(0, 2)).toEqual(['10.64.0.41', '10.64.0.5'])

    // A packet may leave a little later than it was let go: two turns of two packets each, of four ways to ask.
    const inHand = 4 * 2 * 2
    for (const stretchMs of [100, 500, 1_000]) {
      const most = Math.max(
        ...sent.map(({ atMs }) => sent.filter((other) => other.atMs >= atMs && other.atMs < atMs + stretchMs).length),
      )
      expect(most).toBeLessThanOrEqual((packetsPerSecond * (stretchMs + 10)) / 1000 + inHand)
    }
  })
})

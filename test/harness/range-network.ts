import { type RunResult, runProcess } from '@rollcall/shared/node/run-process.ts'
import { type Capture, startCapture } from './network/capture.ts'
import { commandIn, ipBatch, mustIn, requireRootAndTools } from './network/ip.ts'
import { newRunName } from './network/run-name.ts'
import { removeNamespaces, sweepStale } from './network/teardown.ts'

export type LiveRange = {
  /** Within 10.64.0.0/10, in CIDR notation. */
  range: string
  /** An address is alive when these bits of its last octet have one of the values. */
  mask: number
  values: readonly number[]
}

export type RangeNetwork = AsyncDisposable & {
  /** Runs a program to its end where the scanner is. */
  exec: (program: string, args: readonly string[], options?: { timeoutMs?: number }) => Promise<RunResult>
  /** Records what passes the scanner's interface; `filter` is a pcap-filter(7) expression. */
  capture: (filter: string) => Promise<Capture>
  /** Sets the nftables rule for each forwarded packet, in place of the previous rule. */
  onForward: (rule: string) => Promise<void>
}

/** Behind the router too, and all of it dead. */
export const silentIpv6 = 'fd00:64::/64'

/**
 * A scanner, a router, and behind it one namespace that is every live address of the ranges. The router says nothing of
 * those that are not there.
 */
export async function startRangeNetwork(ranges: readonly LiveRange[]): Promise<RangeNetwork> {
  requireRootAndTools()
  await sweepStale()
  const run = newRunName()
  const [scanner, router, far] = [`${run}-scan`, `${run}-router`, `${run}-far`]
  const stop = () => removeNamespaces([scanner, router, far])
  try {
    await build({ scanner, router, far }, ranges)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    exec: (program, args, options) => {
      const command = commandIn(scanner, program, args)
      return runProcess(command.program, command.args, { timeoutMs: 120_000, ...options })
    },
    capture: (filter) => startCapture(scanner, 'eth0', filter, () => undefined),
    onForward: async (rule) => {
      await mustIn(router, 'nft', ['-f', '-'], `flush chain ip range onward\nadd rule ip range onward ${rule}\n`)
    },
    [Symbol.asyncDispose]: stop,
  }
}

type Places = { scanner: string; router: string; far: string }

async function build({ scanner, router, far }: Places, ranges: readonly LiveRange[]): Promise<void> {
  await ipBatch([scanner, router, far].map((name) => `netns add ${name}`))
  await mustIn(router, 'sysctl', ['-qw', 'net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1'])
  await ipBatch([
    `link add name eth0 netns ${scanner} type veth peer name near netns ${router}`,
    `link add name far netns ${router} type veth peer name eth0 netns ${far}`,
  ])
  const up = (name: string) => [`link set lo up`, `link set ${name} up`]
  await ipBatch(
    [
      ...['address add 10.200.0.2/24 dev eth0', 'address add fd00:200::2/64 dev eth0 nodad', ...up('eth0')],
      ...['route add default via 10.200.0.1', 'route add default via fd00:200::1'],
    ],
    scanner,
  )
  await ipBatch(
    [
      ...['address add 10.200.0.1/24 dev near', 'address add fd00:200::1/64 dev near nodad', ...up('near')],
      ...['address add 10.201.0.1/24 dev far', ...up('far'), `route add blackhole ${silentIpv6}`],
    ],
    router,
  )
  await ipBatch(
    ranges.map(({ range }) => `route add ${range} via 10.201.0.2`),
    router,
  )
  await ipBatch(['address add 10.201.0.2/24 dev eth0', ...up('eth0'), 'route add default via 10.201.0.1'], far)
  await ipBatch(
    ranges.map(({ range }) => `route add local ${range} dev lo`),
    far,
  )
  await mustIn(router, 'nft', ['-f', '-'], rulesOf(ranges))
}

/** Dropped before routing, so that a dead address costs the router as little as it can. */
function rulesOf(ranges: readonly LiveRange[]): string {
  const dead = ranges.map(({ range, mask, values }) => {
    const live = values.map((value) => `0.0.0.${value}`).join(', ')
    return `ip daddr ${range} ip daddr & 0.0.0.${mask} != { ${live} } drop`
  })
  return `table ip range {
    chain dead { type filter hook prerouting priority raw; ${dead.join('; ')}; }
    chain onward { type filter hook forward priority 0; }
  }
  `
}

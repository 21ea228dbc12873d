import { readValue } from '../../platform/host.ts'
import type { DefaultRoute, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'
import { type ByteOrder, byteOrderOf, hexToIpv4, hexToIpv6 } from './addresses.ts'
import { ipRoutes } from './ip-routes.ts'

const tableBytesMax = 16 * 1024 * 1024

/** Reads default routes without iproute2. */
export const procRoutes: Source<NetworkPart> = {
  name: 'proc-routes',
  reads: ['defaultGateways'],
  fallbackFor: ipRoutes.name,
  isAvailable: async (host) => (await readValue(host, '/proc/net/dev')) !== undefined,
  collect: async (host) => {
    const read = async (name: string) => (await host.readFile(`/proc/net/${name}`, tableBytesMax)) ?? ''
    const ipv4 = parseIpv4Routes(await read('route'), await byteOrderOf(host))
    return { defaultRoutes: [...ipv4, ...parseIpv6Routes(await read('ipv6_route'))] }
  },
}

export function parseIpv4Routes(text: string, order: ByteOrder): DefaultRoute[] {
  return linesOf(text)
    .slice(1)
    .flatMap((line) => {
      const cells = line.split('\t').map((cell) => cell.trim())
      const [name = '', destination, gateway = '', , , , metric, mask] = cells
      if (destination !== '00000000' || mask !== '00000000') return []
      return {
        family: 4,
        gateway: gateway === '00000000' ? undefined : hexToIpv4(gateway, order),
        interface: name,
        metric: Number(metric),
      }
    })
}

/**
 * Parses /proc/net/ipv6_route: destination, its length, source, its length, next hop, metric, references, use, flags,
 * name. Reject routes are on `lo`.
 */
export function parseIpv6Routes(text: string): DefaultRoute[] {
  return linesOf(text).flatMap((line) => {
    const [destination = '', prefix, , , nextHop = '', metric = '', , , , name = ''] = line.trim().split(/\s+/)
    if (!/^0{32}$/.test(destination) || prefix !== '00' || name === 'lo' || name === '') return []
    return {
      family: 6,
      gateway: /^0{32}$/.test(nextHop) ? undefined : hexToIpv6(nextHop),
      interface: name,
      metric: Number.parseInt(metric, 16),
    }
  })
}

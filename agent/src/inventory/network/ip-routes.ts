import * as z from 'zod/mini'
import { type Host, readUpTo, runText } from '../../platform/host.ts'
import type { DefaultRoute, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseOutput } from './ip-addresses.ts'

/** Reads the default routes of both families from iproute2. */
export const ipRoutes: Source<NetworkPart> = {
  name: 'ip-routes',
  reads: ['defaultGateways'],
  isAvailable: (host) => host.hasProgram('ip'),
  collect: async (host) => ({
    defaultRoutes: (await Promise.all(([4, 6] as const).map((family) => routesOf(host, family)))).flat(),
  }),
}

/** Default routes in the tables of the kernel, which lack their other hops and their source. Reject routes are on `lo`. */
const defaultIn = {
  4: { path: '/proc/net/route', row: /^\S+\t0{8}\t(?:[^\t\n]*\t){5}0{8}\t/m },
  6: { path: '/proc/net/ipv6_route', row: /^0{32} 00 .* (?!lo$)\S+$/m },
} as const
/** The table of a router may have a million rows. */
const tableBytesMax = 64 * 1024

/** Asks iproute2 only if there may be a default route: most machines have none for IPv6. */
async function routesOf(host: Host, family: 4 | 6): Promise<DefaultRoute[]> {
  const { path, row } = defaultIn[family]
  const table = await readUpTo(host, path, tableBytesMax)
  if (table !== undefined && !row.test(table)) return []
  return parseIpRoutes(await runText(host, 'ip', ['-json', `-${family}`, 'route', 'show', 'default']), family)
}

const hopSchema = z.object({
  gateway: z.optional(z.string()),
  dev: z.optional(z.string()),
  /** A gateway of the other address family (RFC 5549). */
  via: z.optional(z.object({ host: z.string() })),
})
const outputSchema = z.array(
  z.extend(hopSchema, {
    dst: z.optional(z.string()),
    metric: z.optional(z.number()),
    prefsrc: z.optional(z.string()),
    nexthops: z.optional(z.array(hopSchema)),
  }),
)

export function parseIpRoutes(text: string, family: 4 | 6): DefaultRoute[] {
  return outputSchema.parse(parseOutput(text)).flatMap((route) => {
    if (route.dst !== 'default') return []
    return (route.nexthops ?? [route]).flatMap(({ dev, gateway, via }) =>
      dev === undefined
        ? []
        : { family, gateway: gateway ?? via?.host, interface: dev, metric: route.metric ?? 0, source: route.prefsrc },
    )
  })
}

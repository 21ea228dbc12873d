import * as z from 'zod/mini'
import { type Host, runText } from '../../platform/host.ts'
import type { DefaultRoute, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseJson } from './ip-addresses.ts'

/** Reads the default routes of both families from iproute2. */
export const ipRoutes: Source<NetworkPart> = {
  name: 'ip-routes',
  reads: ['defaultGateways'],
  isAvailable: (host) => host.hasProgram('ip'),
  collect: async (host) => ({ defaultRoutes: [...(await routesOf(host, 4)), ...(await routesOf(host, 6))] }),
}

const routesOf = async (host: Host, family: 4 | 6): Promise<DefaultRoute[]> =>
  parseIpRoutes(await runText(host, 'ip', ['-json', `-${family}`, 'route', 'show', 'default']), family)

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
  return outputSchema.parse(parseJson(text)).flatMap((route) => {
    if (route.dst !== 'default') return []
    return (route.nexthops ?? [route]).flatMap(({ dev, gateway, via }) =>
      dev === undefined
        ? []
        : { family, gateway: gateway ?? via?.host, interface: dev, metric: route.metric ?? 0, source: route.prefsrc },
    )
  })
}

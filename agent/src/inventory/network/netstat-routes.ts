import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { runText } from '../../platform/host.ts'
import type { DefaultRoute, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Reads default routes of a BSD kernel. */
export const netstatRoutes: Source<NetworkPart> = {
  name: 'netstat-routes',
  reads: ['defaultGateways'],
  isAvailable: (host) => host.hasProgram('netstat'),
  collect: async (host) => ({ defaultRoutes: parseNetstatRoutes(await runText(host, 'netstat', ['-rn'])) }),
}

/**
 * Parses one table for each family, below `Internet:` and `Internet6:`, with routes in the kernel's order of
 * preference.
 */
export function parseNetstatRoutes(text: string): DefaultRoute[] {
  const routes: DefaultRoute[] = []
  let family: DefaultRoute['family'] = 4
  for (const line of linesOf(text)) {
    if (line.startsWith('Internet')) family = line.startsWith('Internet6') ? 6 : 4
    const [destination, gateway = '', flags = '', name] = line.split(/\s+/)
    // `I`: only for sockets bound to the interface (RTF_IFSCOPE).
    if (destination !== 'default' || name === undefined || flags.includes('I')) continue
    routes.push({ family, gateway: normaliseIp(gateway), interface: name, metric: routes.length })
  }
  return routes
}

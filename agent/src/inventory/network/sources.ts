import type { NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { hostName } from './host-name.ts'
import { interfaces } from './interfaces.ts'
import { ipAddresses } from './ip-addresses.ts'
import { ipRoutes } from './ip-routes.ts'
import { listeners } from './listeners.ts'
import { procAddresses } from './proc-addresses.ts'
import { procRoutes } from './proc-routes.ts'
import { resolver } from './resolver.ts'

export const networkSources: readonly Source<NetworkPart>[] = [
  hostName,
  interfaces,
  ipAddresses,
  procAddresses,
  ipRoutes,
  procRoutes,
  resolver,
  listeners,
]

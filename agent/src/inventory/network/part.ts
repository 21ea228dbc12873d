import type { networkSchema } from '@rollcall/shared/inventory/network.ts'
import type { z } from 'zod'

type NetworkInput = z.input<typeof networkSchema>
export type NetworkInterface = NonNullable<NetworkInput['interfaces']>[number]
export type Address = NonNullable<NetworkInterface['addresses']>[number]

/** A default route: the way out, and where it leaves from. */
export type DefaultRoute = {
  family: 4 | 6
  gateway?: string | undefined
  interface: string
  metric: number
  /** The address the kernel prefers on this way. */
  source?: string | undefined
}

/** What one source knows of the network section. */
export type NetworkPart = {
  hostname?: string | undefined
  domain?: string | undefined
  /** Without their addresses. */
  interfaces?: NetworkInterface[]
  /** By name of the interface. */
  addresses?: Map<string, Address[]>
  defaultRoutes?: DefaultRoute[]
  dnsServers?: string[]
}

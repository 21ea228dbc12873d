import type { networkSchema } from '@rollcall/shared/inventory/network.ts'
import type { z } from 'zod'

type NetworkInput = z.input<typeof networkSchema>
export type NetworkInterface = NonNullable<NetworkInput['interfaces']>[number]
export type Address = NonNullable<NetworkInterface['addresses']>[number]

/** A default route with its gateway and interface. */
export type DefaultRoute = {
  family: 4 | 6
  gateway?: string | undefined
  interface: string
  metric: number
  /** The source address that the kernel prefers on this route. */
  source?: string | undefined
}

/** Network values of one source. */
export type NetworkPart = {
  hostname?: string | undefined
  domain?: string | undefined
  /** Interfaces without their addresses. */
  interfaces?: NetworkInterface[]
  /** Addresses by name of the interface. */
  addresses?: Map<string, Address[]>
  defaultRoutes?: DefaultRoute[]
  dnsServers?: string[]
}

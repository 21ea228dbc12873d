import type { hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import type { identitySchema } from '@rollcall/shared/inventory/identity.ts'
import type { networkSchema } from '@rollcall/shared/inventory/network.ts'
import type { softwareSchema } from '@rollcall/shared/inventory/software.ts'
import type { z } from 'zod'

/** Hardware values of one source. */
export type HardwarePart = z.input<typeof hardwareSchema>
export type SystemPart = NonNullable<HardwarePart['system']>
export type Processor = NonNullable<HardwarePart['processors']>[number]
export type MemoryModule = NonNullable<NonNullable<HardwarePart['memory']>['modules']>[number]
export type Disk = NonNullable<HardwarePart['disks']>[number]
export type Volume = NonNullable<HardwarePart['volumes']>[number]
export type SecurityPart = NonNullable<HardwarePart['security']>
export type Firewall = NonNullable<SecurityPart['firewalls']>[number]
export type Antivirus = NonNullable<SecurityPart['antivirus']>[number]
export type GraphicsCard = NonNullable<HardwarePart['graphics']>[number]
export type PrintQueue = NonNullable<HardwarePart['printQueues']>[number]
export type Monitor = NonNullable<HardwarePart['monitors']>[number]
export type Battery = NonNullable<HardwarePart['batteries']>[number]
export type Component = NonNullable<HardwarePart['components']>[number]
export type OperatingSystem = NonNullable<HardwarePart['os']>
export type PendingUpdates = NonNullable<OperatingSystem['pendingUpdates']>
export type Account = NonNullable<HardwarePart['accounts']>[number]
export type SystemService = NonNullable<HardwarePart['systemServices']>[number]
export type Container = NonNullable<HardwarePart['containers']>[number]
export type Guest = NonNullable<HardwarePart['guests']>[number]

/** Identifiers of one source. */
export type IdentityPart = z.input<typeof identitySchema>

type NetworkInput = z.input<typeof networkSchema>
export type NetworkInterface = NonNullable<NetworkInput['interfaces']>[number]
export type Address = NonNullable<NetworkInterface['addresses']>[number]
export type Listener = NonNullable<NetworkInput['listeners']>[number]

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
  listeners?: Listener[]
}

/** One installed package or application. */
export type Package = z.input<typeof softwareSchema>
/** Packages of one source. */
export type SoftwarePart = readonly Package[]

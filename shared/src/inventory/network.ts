import { z } from 'zod'
import { deviceText, ipAddressSchema, macAddressSchema } from './primitives.ts'

const text = deviceText(256)

const interfaceAddressSchema = z.object({
  address: ipAddressSchema,
  prefixLength: z.int().min(0).max(128).optional(),
})

/** One network interface: IF-MIB (RFC 2863) for devices read by SNMP, the kernel's view for computers. */
export const networkInterfaceSchema = z.object({
  /** ifName, ifDescr, or the operating system's name. */
  name: text,
  /** ifIndex where there is one. */
  index: z.int().nonnegative().optional(),
  description: text.optional(),
  /** ifAlias: what an administrator wrote. */
  alias: text.optional(),
  /** IANAifType by name (`ethernetCsmacd`, `softwareLoopback`, …) or `type-N` for one without a name. */
  type: text.optional(),
  macAddress: macAddressSchema.optional(),
  mtu: z.int().nonnegative().optional(),
  /** Bits per second. */
  speedBps: z.number().nonnegative().optional(),
  adminStatus: z.enum(['up', 'down', 'testing', 'unknown']).optional(),
  operStatus: z.enum(['up', 'down', 'testing', 'dormant', 'notPresent', 'lowerLayerDown', 'unknown']).optional(),
  /** True for one with no hardware behind it (bridge, tunnel, container end), where the origin can tell. */
  virtual: z.boolean().optional(),
  addresses: z.array(interfaceAddressSchema).max(1024).default([]),
})
export type NetworkInterface = z.infer<typeof networkInterfaceSchema>

/** An open port that answered a probe. */
const serviceSchema = z.object({
  port: z.int().min(1).max(65535),
  protocol: z.enum(['tcp', 'udp']),
  name: text.optional(),
  product: text.optional(),
  version: text.optional(),
})

/** Who hangs at one of the device's own ports, as it says itself. */
export const neighborSchema = z.object({
  /** Name of the port, as among the interfaces. */
  port: text,
  /** LLDP (IEEE 802.1AB), CDP, or the forwarding table of a bridge (BRIDGE-MIB, RFC 4188). */
  protocol: z.enum(['lldp', 'cdp', 'forwarding']),
  name: text.optional(),
  macAddress: macAddressSchema.optional(),
  ipAddress: ipAddressSchema.optional(),
  /** The port at the other end. */
  remotePort: text.optional(),
})
export type Neighbor = z.infer<typeof neighborSchema>

export const networkSchema = z.object({
  hostname: text.optional(),
  domain: text.optional(),
  /** The address it was reached at, or the one its default route leaves from. */
  ipAddress: ipAddressSchema.optional(),
  macAddress: macAddressSchema.optional(),
  defaultGateways: z.array(ipAddressSchema).max(16).optional(),
  dnsServers: z.array(ipAddressSchema).max(16).optional(),
  interfaces: z.array(networkInterfaceSchema).max(20_000).default([]),
  neighbors: z.array(neighborSchema).max(20_000).optional(),
  services: z.array(serviceSchema).max(2_000).default([]),
})
export type Network = z.infer<typeof networkSchema>

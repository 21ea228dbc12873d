import { z } from 'zod'
import { neighborSchema } from './neighbor.ts'
import { deviceLine, deviceText, ipAddressSchema, macAddressSchema, timestampSchema } from './primitives.ts'

const text = deviceLine(256)
/** IEEE 802.1Q. */
const vlanId = z.int().min(1).max(4094)

/** Every second one of 4094, written out, fits. */
const taggedVlansMax = 10_240

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
  description: deviceText(256).optional(),
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
  /** dot3StatsDuplexStatus (EtherLike-MIB, RFC 3635), where it is known. */
  duplex: z.enum(['half', 'full']).optional(),
  /** ifConnectorPresent: there is a socket for a cable or module. */
  connector: z.boolean().optional(),
  /** ifPromiscuousMode: it takes frames for others as well. */
  promiscuous: z.boolean().optional(),
  /** Name of the aggregate (IEEE 802.3ad) it is a member of. */
  aggregate: text.optional(),
  /** The VLAN of its untagged frames: dot1qPvid (Q-BRIDGE-MIB, RFC 4363), vmVlan of Cisco's access ports. */
  vlan: vlanId.optional(),
  /** VLANs it carries tagged, as numbers and ranges in order: `10,20-29`. */
  taggedVlans: z
    .string()
    .max(taggedVlansMax)
    .regex(/^\d+(-\d+)?(,\d+(-\d+)?)*$/)
    .optional(),
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
  /** What it said of itself: its greeting, or Server, realm and title of its web page, a line each. */
  banner: deviceText(512).optional(),
  /** The certificate it showed (RFC 5280), taken as it came: nobody vouches for it. */
  certificate: z
    .object({
      subject: text,
      issuer: text,
      names: z.array(text).max(32).default([]),
      validTo: timestampSchema.optional(),
    })
    .optional(),
})
export type Service = z.input<typeof serviceSchema>

/** A row of ipNetToPhysicalTable or ipNetToMediaTable (RFC 4293): who was met on the link, by ARP or ND. */
const linkAddressSchema = z.object({
  /** Name of the interface. */
  port: text,
  ipAddress: ipAddressSchema,
  macAddress: macAddressSchema,
})
export type LinkAddress = z.infer<typeof linkAddressSchema>

const vlanSchema = z.object({ id: vlanId, name: text.optional() })
export type Vlan = z.infer<typeof vlanSchema>

export const networkSchema = z.object({
  hostname: text.optional(),
  domain: text.optional(),
  /** The address it was reached at, or the one its default route leaves from. */
  ipAddress: ipAddressSchema.optional(),
  macAddress: macAddressSchema.optional(),
  defaultGateways: z.array(ipAddressSchema).max(16).optional(),
  dnsServers: z.array(ipAddressSchema).max(16).optional(),
  interfaces: z.array(networkInterfaceSchema).max(20_000).default([]),
  neighbors: z.array(neighborSchema).max(40_000).optional(),
  linkAddresses: z.array(linkAddressSchema).max(20_000).optional(),
  vlans: z.array(vlanSchema).max(4094).optional(),
  services: z.array(serviceSchema).max(2_000).default([]),
})
export type Network = z.infer<typeof networkSchema>

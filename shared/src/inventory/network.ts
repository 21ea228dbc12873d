import { z } from 'zod'
import { neighborSchema } from './neighbor.ts'
import { deviceLine, deviceText, ipAddressSchema, macAddressSchema, timestampSchema } from './primitives.ts'

const text = deviceLine(256)
/** IEEE 802.1Q. */
const vlanId = z.int().min(1).max(4094)

/** Long enough for every second one of 4094 VLANs. */
const taggedVlansMax = 10_240

const interfaceAddressSchema = z.object({
  address: ipAddressSchema,
  prefixLength: z.int().min(0).max(128).optional(),
})

/** One network interface: IF-MIB (RFC 2863) for devices read by SNMP, the kernel's view for computers. */
export const networkInterfaceSchema = z.object({
  /** ifName, ifDescr, or the operating system's name of the interface. */
  name: text,
  /** ifIndex, if the device has one. */
  index: z.int().nonnegative().optional(),
  description: deviceText(256).optional(),
  /** ifAlias: a description that an administrator configured. */
  alias: text.optional(),
  /** IANAifType by name (`ethernetCsmacd`, `softwareLoopback`, …) or `type-N` for one without a name. */
  type: text.optional(),
  macAddress: macAddressSchema.optional(),
  mtu: z.int().nonnegative().optional(),
  /** Bits per second. */
  speedBps: z.number().nonnegative().optional(),
  adminStatus: z.enum(['up', 'down', 'testing', 'unknown']).optional(),
  operStatus: z.enum(['up', 'down', 'testing', 'dormant', 'notPresent', 'lowerLayerDown', 'unknown']).optional(),
  /** dot3StatsDuplexStatus (EtherLike-MIB, RFC 3635), if reported. */
  duplex: z.enum(['half', 'full']).optional(),
  /** ifConnectorPresent: the interface has a physical connector. */
  connector: z.boolean().optional(),
  /** ifPromiscuousMode: the interface accepts frames for other addresses. */
  promiscuous: z.boolean().optional(),
  /** Name of the aggregate (IEEE 802.3ad) that the interface belongs to. */
  aggregate: text.optional(),
  /** VLAN of untagged frames: dot1qPvid (Q-BRIDGE-MIB, RFC 4363), or vmVlan of Cisco's access ports. */
  vlan: vlanId.optional(),
  /** VLANs of tagged frames as sorted numbers and ranges: `10,20-29`. */
  taggedVlans: z
    .string()
    .max(taggedVlansMax)
    .regex(/^\d+(-\d+)?(,\d+(-\d+)?)*$/)
    .optional(),
  /** True for an interface without hardware (bridge, tunnel, container end), if the origin can tell. */
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
  /** Text that the service sent: its greeting, or Server, realm and title of its web page, one per line. */
  banner: deviceText(512).optional(),
  /** The certificate that the service presented (RFC 5280). It is not verified. */
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

/** A port on which a program of this computer accepts connections or datagrams from others. */
const listenerSchema = z.object({
  protocol: z.enum(['tcp', 'udp']),
  /** `0.0.0.0` or `::` for all addresses. */
  address: ipAddressSchema,
  port: z.int().min(1).max(65535),
  program: text.optional(),
  user: text.optional(),
})

/** A row of ipNetToPhysicalTable or ipNetToMediaTable (RFC 4293): a host on the link, learned by ARP or ND. */
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
  /** The address that answered, or the source address of the default route. */
  ipAddress: ipAddressSchema.optional(),
  macAddress: macAddressSchema.optional(),
  defaultGateways: z.array(ipAddressSchema).max(16).optional(),
  dnsServers: z.array(ipAddressSchema).max(16).optional(),
  interfaces: z.array(networkInterfaceSchema).max(20_000).default([]),
  neighbors: z.array(neighborSchema).max(40_000).optional(),
  linkAddresses: z.array(linkAddressSchema).max(20_000).optional(),
  vlans: z.array(vlanSchema).max(4094).optional(),
  services: z.array(serviceSchema).max(2_000).default([]),
  /** Seen from inside; `services` are seen from outside. */
  listeners: z.array(listenerSchema).max(4_096).optional(),
})
export type Network = z.infer<typeof networkSchema>

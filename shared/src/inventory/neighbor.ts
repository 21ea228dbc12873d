import { z } from 'zod'
import { deviceLine, deviceText, ipAddressSchema, macAddressSchema } from './primitives.ts'

const text = deviceLine(256)

/** LldpSystemCapabilitiesMap (IEEE 802.1AB) by name; what CDP and others call otherwise is put into these words. */
export const neighborCapabilities = [
  'other',
  'repeater',
  'bridge',
  'wlanAccessPoint',
  'router',
  'telephone',
  'docsisCableDevice',
  'stationOnly',
  'cVlanComponent',
  'sVlanComponent',
  'twoPortMacRelay',
] as const

/** Who hangs at one of the device's own ports, as it says itself. */
export const neighborSchema = z.object({
  /** Name of the port, as among the interfaces. */
  port: text,
  /** LLDP (IEEE 802.1AB), CDP, Foundry's FDP, Extreme's EDP, or the forwarding table of a bridge (BRIDGE-MIB, RFC 4188). */
  protocol: z.enum(['lldp', 'cdp', 'fdp', 'edp', 'forwarding']),
  name: text.optional(),
  /** What it says of itself: lldpRemSysDesc, or platform and version. */
  description: deviceText(256).optional(),
  /** lldpRemChassisId as its subtype is written: a MAC, an address, or text. */
  chassisId: text.optional(),
  macAddress: macAddressSchema.optional(),
  /** The first of its management addresses. */
  ipAddress: ipAddressSchema.optional(),
  managementAddresses: z.array(ipAddressSchema).max(16).optional(),
  /** The port at the other end. */
  remotePort: text.optional(),
  remotePortDescription: text.optional(),
  /** Those that are enabled, where it tells. */
  capabilities: z.array(z.enum(neighborCapabilities)).max(16).optional(),
  /** The VLAN a forwarding entry was learned in, or the native one that CDP tells of. */
  vlan: z.int().min(1).max(4094).optional(),
})
export type Neighbor = z.infer<typeof neighborSchema>

import { z } from 'zod'
import { deviceLine, deviceText, ipAddressSchema, macAddressSchema } from './primitives.ts'

const text = deviceLine(256)

/** LldpSystemCapabilitiesMap (IEEE 802.1AB) by name; capabilities of CDP and other protocols are mapped to it. */
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

/** A device connected to a port, as the reporting device knows it. */
export const neighborSchema = z.object({
  /** Name of the port, as among the interfaces. */
  port: text,
  /** LLDP (IEEE 802.1AB), CDP, Foundry's FDP, Extreme's EDP, or the forwarding table of a bridge (BRIDGE-MIB, RFC 4188). */
  protocol: z.enum(['lldp', 'cdp', 'fdp', 'edp', 'forwarding']),
  name: text.optional(),
  /** The neighbor's own description: lldpRemSysDesc, or platform and version. */
  description: deviceText(256).optional(),
  /** lldpRemChassisId in the form of its subtype: a MAC address, an IP address, or text. */
  chassisId: text.optional(),
  macAddress: macAddressSchema.optional(),
  /** The first management address of the neighbor. */
  ipAddress: ipAddressSchema.optional(),
  managementAddresses: z.array(ipAddressSchema).max(16).optional(),
  /** The port at the other end. */
  remotePort: text.optional(),
  remotePortDescription: text.optional(),
  /** Enabled capabilities, if the neighbor reports them. */
  capabilities: z.array(z.enum(neighborCapabilities)).max(16).optional(),
  /** VLAN of the forwarding entry, or the native VLAN that CDP reports. */
  vlan: z.int().min(1).max(4094).optional(),
})
export type Neighbor = z.infer<typeof neighborSchema>

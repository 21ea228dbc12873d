import { z } from 'zod'
import { deviceLine, ipAddressSchema, macAddressSchema } from './primitives.ts'

const text = deviceLine(256)

/**
 * Identifiers in an observation, as the device reported them. Reconciliation, not this schema, decides which are junk,
 * strong or weak.
 */
export const identitySchema = z.object({
  /** Created by the agent at join; changes when the agent is reinstalled. */
  agentId: text.optional(),
  /** SMBIOS system UUID (type 1), lower case with hyphens where it was one. */
  biosUuid: text.optional(),
  /** /etc/machine-id, macOS IOPlatformUUID or the Windows MachineGuid. */
  machineId: text.optional(),
  /**
   * Manufacturer of the component with the serial number: a serial number identifies a device only together with it.
   */
  manufacturer: text.optional(),
  /** Model in a list of devices, which reads no hardware. */
  model: text.optional(),
  serialNumber: text.optional(),
  /** Serials of all chassis of a stack (ENTITY-MIB entPhysicalSerialNum where entPhysicalClass is chassis). */
  chassisSerials: z.array(text).max(64).default([]),
  /** snmpEngineID (RFC 3411), hex. */
  snmpEngineId: text.optional(),
  /** SHA-256 fingerprints of SSH host keys. */
  sshHostKeys: z.array(text).max(16).default([]),
  cloudInstanceId: text.optional(),
  /**
   * Listed by the operator of the machine, a cloud. Its private addresses may belong to a network that this service
   * cannot reach.
   */
  listed: z.literal(true).optional(),
  macAddresses: z.array(macAddressSchema).max(4096).default([]),
  ipAddresses: z.array(ipAddressSchema).max(4096).default([]),
  hostname: text.optional(),
  domain: text.optional(),
})
export type Identity = z.infer<typeof identitySchema>

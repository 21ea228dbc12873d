import { z } from 'zod'
import { deviceLine, ipAddressSchema, macAddressSchema } from './primitives.ts'

const text = deviceLine(256)

/**
 * Everything in an observation that may say which device it is, as the device reported it.
 * Nothing is judged here: reconciliation decides what is junk, what is strong and what is weak.
 */
export const identitySchema = z.object({
  /** Made by the agent at join; changes when it is reinstalled. */
  agentId: text.optional(),
  /** SMBIOS system UUID (type 1), lower case with hyphens where it was one. */
  biosUuid: text.optional(),
  /** /etc/machine-id, macOS IOPlatformUUID or the Windows MachineGuid. */
  machineId: text.optional(),
  /** Maker of the thing that carries the serial number: a serial identifies only together with it. */
  manufacturer: text.optional(),
  serialNumber: text.optional(),
  /** Serials of all chassis of a stack (ENTITY-MIB entPhysicalSerialNum where entPhysicalClass is chassis). */
  chassisSerials: z.array(text).max(64).default([]),
  /** snmpEngineID (RFC 3411), hex. */
  snmpEngineId: text.optional(),
  /** SHA-256 fingerprints of SSH host keys. */
  sshHostKeys: z.array(text).max(16).default([]),
  cloudInstanceId: text.optional(),
  /** Told by who runs it, a cloud, and not by itself: its private addresses are those of a network we need not be in. */
  listed: z.literal(true).optional(),
  macAddresses: z.array(macAddressSchema).max(4096).default([]),
  ipAddresses: z.array(ipAddressSchema).max(4096).default([]),
  hostname: text.optional(),
  domain: text.optional(),
})
export type Identity = z.infer<typeof identitySchema>

import { optional } from '@rollcall/shared/optional.ts'
import { formatOid, type Oid, oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, asNumber, asOid } from '../varbind.ts'

/** SNMPv2-MIB system group (RFC 3418), and the engine id (SNMP-FRAMEWORK-MIB, RFC 3411). */
export type SystemGroup = {
  description?: string
  objectId?: Oid
  contact?: string
  name?: string
  location?: string
  /** Sum of 2^(layer-1) over the layers served: 2 bridge, 4 router, 64 applications. */
  services?: number
  /** snmpEngineID in hex. */
  engineId?: string
  /** ipForwarding (IP-MIB): the device routes. */
  forwards?: boolean
}

const objects = {
  description: oid('1.3.6.1.2.1.1.1.0'),
  objectId: oid('1.3.6.1.2.1.1.2.0'),
  contact: oid('1.3.6.1.2.1.1.4.0'),
  name: oid('1.3.6.1.2.1.1.5.0'),
  location: oid('1.3.6.1.2.1.1.6.0'),
  services: oid('1.3.6.1.2.1.1.7.0'),
  engineId: oid('1.3.6.1.6.3.10.2.1.1.0'),
  ipForwarding: oid('1.3.6.1.2.1.4.1.0'),
}

export async function readSystem(reader: SnmpReader): Promise<SystemGroup> {
  const found = await reader.get(Object.values(objects))
  const [description, objectId, contact, name, location, services, engineId, ipForwarding] = found
  return optional({
    description: asText(description),
    objectId: asOid(objectId),
    contact: asText(contact),
    name: asText(name),
    location: asText(location),
    services: asNumber(services),
    engineId: asBytes(engineId)?.toString('hex') || undefined,
    forwards: asNumber(ipForwarding) === undefined ? undefined : asNumber(ipForwarding) === 1,
  })
}

/** Returns the object of a value in the system group, for evidence. */
export const systemSource = (object: keyof typeof objects): string => formatOid(objects[object])

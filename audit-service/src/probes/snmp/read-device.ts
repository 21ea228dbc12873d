import { SnmpError } from './errors.ts'
import { readFacts } from './facts.ts'
import { identify, isIdentified } from './identify.ts'
import { readFabricUnit } from './mibs/fabric-unit.ts'
import type { DeviceFacts } from './private-identity.ts'
import { readPrivateObjects } from './private-objects.ts'
import type { SnmpReader } from './reader.ts'

/**
 * Reads a device: the known MIBs, and its fabric unit and private objects if those leave its model, serial number or
 * version open. A
 * device that is identified by known MIBs costs no request more.
 */
export async function readDevice(reader: SnmpReader): Promise<DeviceFacts> {
  const facts = await readFacts(reader)
  if (isIdentified(identify(facts))) return facts
  const { system, enterprises, truncated } = facts
  try {
    const fabricUnit = await readFabricUnit(reader)
    const known: DeviceFacts = fabricUnit ? { ...facts, fabricUnit } : facts
    if (isIdentified(identify(known))) return known
    return { ...known, privateObjects: await readPrivateObjects(reader, system.objectId, enterprises) }
  } catch (error) {
    if (!(error instanceof SnmpError)) throw error
    return { ...facts, truncated: [...truncated, `private objects: ${error.message}`] }
  }
}

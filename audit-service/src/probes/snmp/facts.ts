import type { Software } from '@rollcall/shared/inventory/software.ts'
import { SnmpError } from './errors.ts'
import { type ClassMibs, readClassMibs } from './mibs/device-classes.ts'
import { enterpriseOf, readEnterprises } from './mibs/enterprises.ts'
import { type Component, readComponents } from './mibs/entity-mib.ts'
import { type HostResources, readHostResources } from './mibs/host-resources.ts'
import { readInterfaces, type SnmpInterface } from './mibs/if-mib.ts'
import { readInstalledSoftware } from './mibs/installed-software.ts'
import { readAddresses, type SnmpAddress } from './mibs/ip-mib.ts'
import { readSystem, type SystemGroup } from './mibs/system.ts'
import type { SnmpReader } from './reader.ts'
import { vendors } from './vendors/all.ts'
import { readVendors, type VendorFacts } from './vendors/read.ts'

/** Everything that is read of a device by SNMP, before any conclusion. */
export type SnmpFacts = {
  system: SystemGroup
  /** Private enterprise numbers whose objects the agent has. */
  enterprises: number[]
  interfaces: SnmpInterface[]
  addresses: SnmpAddress[]
  components: Component[]
  classes: ClassMibs
  host: HostResources
  software: Software[]
  vendor: VendorFacts
  /** What was not read to its end, in words. */
  truncated: string[]
}

/**
 * Reads all parts in turn. The system group must come, or the error is the caller's; a later part that fails is noted
 * as cut, and what was read before it stays.
 */
export async function readFacts(reader: SnmpReader): Promise<SnmpFacts> {
  const truncated: string[] = []
  const part = async <T>(name: string, read: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof SnmpError)) throw error
      truncated.push(`${name}: ${error.message}`)
      return otherwise
    }
  }
  const system = await readSystem(reader)
  const enterprises = await part('enterprises', () => readEnterprises(reader), [])
  const own = system.objectId && enterpriseOf(system.objectId)
  const shown = own === undefined || enterprises.includes(own) ? enterprises : [own, ...enterprises]
  const noHost: HostResources = { volumes: [], processors: [], printers: [] }
  return {
    system,
    enterprises,
    interfaces: await part('ifTable', () => readInterfaces(reader, truncated), []),
    addresses: await part('ipAddressTable', () => readAddresses(reader, truncated), []),
    components: await part('entPhysicalTable', () => readComponents(reader, truncated), []),
    classes: await part('device class', () => readClassMibs(reader), {}),
    host: await part('hrStorageTable', () => readHostResources(reader, truncated), noHost),
    software: await part('hrSWInstalledTable', () => readInstalledSoftware(reader, truncated), []),
    vendor: await part('vendor objects', () => readVendors(reader, vendors, shown), {}),
    truncated,
  }
}

import type { Printer } from '@rollcall/shared/inventory/printer.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import type { Ups } from '@rollcall/shared/inventory/ups.ts'
import { SnmpError } from './errors.ts'
import { type ClassMibs, readClassMibs } from './mibs/device-classes.ts'
import { enterprise, enterpriseOf, readEnterprises } from './mibs/enterprises.ts'
import { type Component, readComponents } from './mibs/entity-mib.ts'
import { readGateways } from './mibs/gateways.ts'
import { type HostResources, readHostResources } from './mibs/host-resources.ts'
import { readInterfaces, type SnmpInterface } from './mibs/if-mib.ts'
import { readInstalledSoftware } from './mibs/installed-software.ts'
import { readAddresses, type SnmpAddress } from './mibs/ip-mib.ts'
import { readPrinter } from './mibs/printer-mib.ts'
import { readSystem, type SystemGroup } from './mibs/system.ts'
import { readUcd, type UcdFacts } from './mibs/ucd.ts'
import { readUps } from './mibs/ups.ts'
import type { SnmpReader } from './reader.ts'
import { readTopology, type Topology } from './topology.ts'
import { vendors } from './vendors/all.ts'
import { readVendors, type VendorFacts } from './vendors/read.ts'

/** All SNMP data of a device, before any conclusions. */
export type SnmpFacts = {
  system: SystemGroup
  /** Private enterprise numbers of the agent's objects. */
  enterprises: number[]
  interfaces: SnmpInterface[]
  addresses: SnmpAddress[]
  /** Next hops of the default routes. */
  gateways: string[]
  components: Component[]
  classes: ClassMibs
  host: HostResources
  ucd: UcdFacts
  printer: Printer | undefined
  ups: Ups | undefined
  topology: Topology
  software: Software[]
  vendor: VendorFacts
  /** Data that was not read to its end, in words. */
  truncated: string[]
}

/**
 * Reads all sections in turn. Throws if the system group fails; a later section that fails is recorded in `truncated`,
 * and the data read before it stays.
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
  const interfaces = await part('ifTable', () => readInterfaces(reader, truncated), [])
  const classes = await part('device class', () => readClassMibs(reader), {})
  const noHost: HostResources = { volumes: [], processors: [], disks: [], printers: [] }
  const noUcd: UcdFacts = { volumes: [] }
  return {
    system,
    enterprises,
    interfaces,
    addresses: await part('ipAddressTable', () => readAddresses(reader, shown, truncated), []),
    gateways: await part('inetCidrRouteTable', () => readGateways(reader), []),
    components: await part('entPhysicalTable', () => readComponents(reader, truncated), []),
    classes,
    host: await part('hrStorageTable', () => readHostResources(reader, truncated), noHost),
    ucd: shown.includes(enterprise.ucd) ? await part('dskTable', () => readUcd(reader, truncated), noUcd) : noUcd,
    printer: classes.printer && (await part('prtMarkerSuppliesTable', () => readPrinter(reader, truncated), undefined)),
    ups: classes.ups && (await part('upsBattery', () => readUps(reader, truncated), undefined)),
    topology: await readTopology(
      reader,
      { interfaces, enterprises: shown, isBridge: classes.bridge !== undefined },
      part,
      truncated,
    ),
    software: await part('hrSWInstalledTable', () => readInstalledSoftware(reader, truncated), []),
    vendor: await part('vendor objects', () => readVendors(reader, vendors, shown, system.objectId), {}),
    truncated,
  }
}

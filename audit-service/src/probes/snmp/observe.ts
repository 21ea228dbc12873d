import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { SnmpFacts } from './facts.ts'
import { identify, type RecognizedValue } from './identify.ts'
import { formatOid } from './oid.ts'
import type { DeviceFacts } from './private-identity.ts'

/** SNMP's part of a host's observation; the merge adds an id, a time and the findings of other probes. */
export type SnmpObservation = Required<
  Pick<ObservationInput, 'type' | 'name' | 'identity' | 'hardware' | 'network' | 'evidence' | 'truncated'>
> &
  Pick<ObservationInput, 'software'> & {
    /** Values that fill gaps, like claims of other probes: objects of an unknown MIB are weaker than a protocol. */
    recognized?: RecognizedValue[]
  }

const isLoopback = (address: string) => address.startsWith('127.') || address === '::1'

const truncatedMax = 64
const processorsMax = 1024
const componentsMax = 20_000
const disksMax = 4096
const volumesMax = 4096
const neighborsMax = 40_000
const linkAddressesMax = 20_000
const addressesPerInterfaceMax = 1024
const identityListMax = 4096

/**
 * Converts the facts of a device to its part of an observation, without side effects. An address of an unknown
 * interface stays in the identity.
 */
export function observe(facts: DeviceFacts): SnmpObservation {
  const { system, host, components, software } = facts
  const { neighbors, linkAddresses, vlans } = facts.topology
  const volumes = volumesOf(facts)
  const found = identify(facts)
  const { manufacturer, model, serialNumber } = found
  const interfaces = withAddresses(facts)
  const macAddresses = [...new Set(interfaces.flatMap(({ macAddress }) => macAddress ?? []))]
  const bridge = facts.classes.bridge?.address
  if (bridge !== undefined && !macAddresses.includes(bridge)) macAddresses.push(bridge)
  const observation: SnmpObservation = {
    type: found.type,
    name: found.name,
    identity: {
      chassisSerials: found.chassisSerials,
      macAddresses: macAddresses.slice(0, identityListMax),
      ipAddresses: [...new Set(facts.addresses.map(({ address }) => address))]
        // Every machine has loopback addresses, so they identify none.
        .filter((address) => !isLoopback(address))
        .slice(0, identityListMax),
      ...optional({ manufacturer, serialNumber, snmpEngineId: found.snmpEngineId, hostname: found.name || undefined }),
    },
    hardware: {
      system: optional({
        manufacturer,
        model,
        serialNumber,
        description: system.description,
        objectId: system.objectId && formatOid(system.objectId),
        contact: system.contact,
        location: system.location,
      }),
      ...(found.os && { os: found.os }),
      ...(found.firmwareVersion !== undefined && { firmware: { version: found.firmwareVersion } }),
      ...(host.processors.length > 0 && { processors: host.processors.slice(0, processorsMax) }),
      ...memoryOf(facts),
      ...(host.disks.length > 0 && { disks: host.disks.slice(0, disksMax) }),
      ...(volumes.length > 0 && { volumes: volumes.slice(0, volumesMax) }),
      ...(components.length > 0 && { components: components.slice(0, componentsMax) }),
      ...optional({ printer: facts.printer, ups: facts.ups }),
    },
    network: {
      interfaces,
      ...optional({ hostname: found.name || undefined }),
      ...(facts.gateways.length > 0 && { defaultGateways: facts.gateways }),
      neighbors: neighbors.slice(0, neighborsMax),
      linkAddresses: linkAddresses.slice(0, linkAddressesMax),
      ...optional({ vlans }),
    },
    evidence: found.evidence,
    recognized: found.recognized,
    truncated: [...new Set(facts.truncated)].slice(0, truncatedMax),
  }
  // No rows mostly mean that the agent has no such table: the section is then absent.
  return software.length > 0 ? { ...observation, software } : observation
}

function withAddresses({ interfaces, addresses, topology }: SnmpFacts) {
  const byIndex = new Map<number, { address: string; prefixLength?: number }[]>()
  for (const { ifIndex, ...address } of addresses) {
    const list = byIndex.get(ifIndex)
    if (list === undefined) byIndex.set(ifIndex, [address])
    else if (list.length < addressesPerInterfaceMax) list.push(address)
  }
  return interfaces.map((one) => ({
    ...one,
    ...topology.portVlans.get(one.index),
    addresses: byIndex.get(one.index) ?? [],
  }))
}

function memoryOf({ host, ucd }: SnmpFacts): { memory?: { totalBytes?: number; swapBytes?: number } } {
  const memory = optional({
    totalBytes: host.memoryBytes ?? ucd.memoryBytes,
    swapBytes: host.swapBytes ?? ucd.swapBytes,
  })
  return Object.keys(memory).length === 0 ? {} : { memory }
}

/**
 * Returns the volumes. UCD-SNMP-MIB adds the device of a mount point, and the mounts of agents without
 * HOST-RESOURCES-MIB.
 */
function volumesOf({ host, ucd }: SnmpFacts): SnmpFacts['host']['volumes'] {
  const devices = new Map(ucd.volumes.map(({ mount, device }) => [mount, device]))
  const known = new Set(host.volumes.map(({ mount }) => mount))
  return [
    ...host.volumes.map((volume) => ({ ...volume, ...optional({ device: devices.get(volume.mount) }) })),
    ...ucd.volumes.filter(({ mount }) => !known.has(mount)),
  ]
}

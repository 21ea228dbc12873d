import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { splitVolatile, volatileFields } from '@rollcall/shared/inventory/volatile.ts'
import { type Change, diffParts, list, type Parts, plain, sortedText } from './diff-parts.ts'
import { comparableMonitors, endpointParts, listenerParts, withCountedUpdates } from './endpoint-parts.ts'

/** Changes between two hardware sections. List order and volatile values do not count. */
export function diffHardware(before: Hardware, after: Hardware): Change[] {
  return diffParts(
    'Hardware',
    hardwareParts(comparableHardware(before, after)),
    hardwareParts(comparableHardware(after, before)),
  )
}

/** Changes between two network sections. Order, volatile values and interfaces of containers do not count. */
export function diffNetwork(before: Network, after: Network): Change[] {
  return diffParts(
    'Network',
    networkParts(comparableNetwork(before, after)),
    networkParts(comparableNetwork(after, before)),
  )
}

/**
 * Data that only one of two observations was able to read is no change, such as VLANs before a release that reads them.
 */
function comparableNetwork({ vlans, neighbors, listeners, ...network }: Network, other: Network): Network {
  const withoutVlans = ({ vlan: _, taggedVlans: __, ...port }: NetworkInterface) => port
  return {
    ...network,
    ...(vlans && other.vlans ? { vlans } : { interfaces: network.interfaces.map(withoutVlans) }),
    ...(neighbors && other.neighbors && { neighbors }),
    ...(listeners && other.listeners && { listeners }),
  }
}

const comparableHardware = (hardware: Hardware, other: Hardware): Hardware => ({
  ...hardware,
  ...Object.fromEntries(partsOfSome.map((part) => [part, other[part] && hardware[part]])),
  monitors: comparableMonitors(hardware.monitors, other.monitors),
  security: hardware.security &&
    other.security && {
      ...hardware.security,
      firewalls: other.security.firewalls && hardware.security.firewalls,
      antivirus: other.security.antivirus && hardware.security.antivirus,
    },
})

/** Parts of hardware that not every source reads. */
const partsOfSome = [
  'printer',
  'ups',
  'graphics',
  'batteries',
  'printQueues',
  'accounts',
  'systemServices',
  'containers',
  'guests',
  'kubernetesNode',
] as const satisfies readonly (keyof Hardware)[]

function hardwareParts(hardware: Hardware): Parts {
  // The fields that are left out are not read below.
  const stable = splitVolatile(hardware, volatileFields.hardware).stable as Hardware
  const { system, os, firmware, board, processors, memory, disks, volumes, components, printer, ups } = stable
  const groups = [
    list('processors', processors, () => 'cpu', 'model'),
    list('memory.modules', memory?.modules, ({ slot }) => slot ?? 'slot', 'partNumber'),
    list('disks', disks, ({ serialNumber, name }) => serialNumber ?? name, 'model', {
      fields: withoutName,
      optional: ['bus', 'health'],
    }),
    list('volumes', volumes, 'mount', 'device', { optional: ['label', 'encryption'] }),
    list('components', components, 'id', ({ name, model }) => model ?? name),
    list('printer.supplies', printer?.supplies, 'name', 'type'),
    list('printer.trays', printer?.trays, 'name', 'type'),
  ]
  const { modules: _, ...amounts } = memory ?? {}
  return new Map([
    plain('system', system),
    plain('os', os && withCountedUpdates(os), ['edition', 'installedAt', 'pendingUpdates']),
    ...Object.entries({ firmware, board, memory: amounts, ups }).map(([path, fields]) => plain(path, fields)),
    ...groups.flat(),
    ...endpointParts(stable),
  ])
}

/** A disk with a serial number is the same one under another device name. */
const withoutName = ({ name, ...fields }: { name: string; serialNumber?: string | undefined }) =>
  fields.serialNumber === undefined ? { ...fields, name } : fields

function networkParts({ neighbors = [], ...network }: Network): Parts {
  const stable = splitVolatile(network, volatileFields.network).stable as Network
  const { interfaces, services, vlans, listeners = [], defaultGateways, dnsServers, ...fields } = stable
  const lists = { defaultGateways: sortedText(defaultGateways), dnsServers: sortedText(dnsServers) }
  return new Map([
    plain('', { ...fields, ...lists }),
    ...list('interfaces', interfaces.filter(lasts), 'name', 'macAddress', {
      fields: interfaceFields,
    }),
    ...list('services', services, ({ protocol, port }) => `${protocol}/${port}`, 'name', { fields: serviceFields }),
    ...list('vlans', vlans, ({ id }) => `${id}`, 'name'),
    ...list('neighbors', neighbors.filter(isWired), ({ port, protocol }) => `${port} ${protocol}`, neighborName, {
      fields: announcedName,
    }),
    ...listenerParts(listeners),
  ])
}

/** Detects equipment that stays in place. Telephones and computers come and go with people. */
const isWired = ({ protocol, capabilities }: Neighbor) =>
  protocol !== 'forwarding' && !capabilities?.some((name) => name === 'telephone' || name === 'stationOnly')
const neighborName = ({ name, chassisId }: Neighbor) => name ?? chassisId
const announcedName = ({ name, chassisId, remotePort }: Neighbor) => ({ name, chassisId, remotePort })

/** Ends of container links have no address of their own and a new name each time. */
const lasts = ({ virtual, addresses }: NetworkInterface) => !virtual || addresses.length > 0

function interfaceFields({ index: _, connector: __, addresses, ...fields }: NetworkInterface) {
  return { ...fields, addresses: sortedText(addresses.map((item) => `${item.address}/${item.prefixLength ?? ''}`)) }
}

/** Certificate fields that a person would recognize. */
function serviceFields({ certificate, ...fields }: Network['services'][number]) {
  const { subject, issuer, names, validTo } = certificate ?? {}
  const shown = { certificate: subject, certificateIssuer: issuer, certificateValidTo: validTo }
  return { ...fields, ...shown, certificateNames: sortedText(names) }
}

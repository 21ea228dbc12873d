import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { splitVolatile, volatileFields } from '@rollcall/shared/inventory/volatile.ts'

/** One entry of a device's change log. */
type Change = {
  verb: 'Added' | 'Modified' | 'Deleted'
  entity: 'Hardware' | 'Network'
  /** Path inside the section: `system.model`, `disks[sda].sizeBytes`, `interfaces[eth0]`. */
  field: string
  from: string | null
  to: string | null
}

/** A part of a section by its path. A part that is added or removed as a whole is named by `summary`. */
type Part = { summary?: string; fields: Record<string, unknown> }
type Parts = ReadonlyMap<string, Part>

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
function comparableNetwork({ vlans, neighbors, ...network }: Network, other: Network): Network {
  const withoutVlans = ({ vlan: _, taggedVlans: __, ...port }: NetworkInterface) => port
  return {
    ...network,
    ...(vlans && other.vlans ? { vlans } : { interfaces: network.interfaces.map(withoutVlans) }),
    ...(neighbors && other.neighbors && { neighbors }),
  }
}

const comparableHardware = ({ printer, ups, ...hardware }: Hardware, other: Hardware): Hardware => ({
  ...hardware,
  ...(printer && other.printer && { printer }),
  ...(ups && other.ups && { ups }),
})

function hardwareParts(hardware: Hardware): Parts {
  // The fields that are left out are not read below.
  const stable = splitVolatile(hardware, volatileFields.hardware).stable as Hardware
  const { system, os, firmware, board, processors, memory, disks, volumes, components, printer, ups } = stable
  const groups = [
    list(
      'processors',
      processors ?? [],
      () => 'cpu',
      ({ model }) => model,
    ),
    list(
      'memory.modules',
      memory?.modules ?? [],
      ({ slot }) => slot ?? 'slot',
      ({ partNumber }) => partNumber,
    ),
    list(
      'disks',
      disks ?? [],
      ({ serialNumber, name }) => serialNumber ?? name,
      ({ model }) => model,
      withoutName,
    ),
    list(
      'volumes',
      volumes ?? [],
      ({ mount }) => mount,
      ({ device }) => device,
    ),
    list(
      'components',
      components ?? [],
      ({ id }) => id,
      ({ name, model }) => model ?? name,
    ),
    list(
      'printer.supplies',
      printer?.supplies ?? [],
      ({ name }) => name,
      ({ type }) => type,
    ),
    list(
      'printer.trays',
      printer?.trays ?? [],
      ({ name }) => name,
      ({ type }) => type,
    ),
  ]
  const { modules: _, ...amounts } = memory ?? {}
  const whole = { system, os, firmware, board, memory: amounts, ups }
  return new Map([...Object.entries(whole).map(([path, fields]) => plain(path, fields)), ...groups.flat()])
}

/** A disk with a serial number is the same one under another device name. */
const withoutName = ({ name, ...fields }: { name: string; serialNumber?: string | undefined }) =>
  fields.serialNumber === undefined ? { ...fields, name } : fields

function networkParts({ neighbors = [], ...network }: Network): Parts {
  const stable = splitVolatile(network, volatileFields.network).stable as Network
  const { interfaces, services, vlans = [], defaultGateways, dnsServers, ...fields } = stable
  const lists = { defaultGateways: sortedText(defaultGateways), dnsServers: sortedText(dnsServers) }
  return new Map([
    plain('', { ...fields, ...lists }),
    ...list('interfaces', interfaces.filter(lasts), ({ name }) => name, interfaceSummary, interfaceFields),
    ...list(
      'services',
      services,
      ({ protocol, port }) => `${protocol}/${port}`,
      ({ name }) => name,
      serviceFields,
    ),
    ...list(
      'vlans',
      vlans,
      ({ id }) => `${id}`,
      ({ name }) => name,
    ),
    ...list(
      'neighbors',
      neighbors.filter(isWired),
      ({ port, protocol }) => `${port} ${protocol}`,
      neighborName,
      announcedName,
    ),
  ])
}

/** Detects equipment that stays in place. Telephones and computers come and go with people. */
const isWired = ({ protocol, capabilities }: Neighbor) =>
  protocol !== 'forwarding' && !capabilities?.some((name) => name === 'telephone' || name === 'stationOnly')
const neighborName = ({ name, chassisId }: Neighbor) => name ?? chassisId
const announcedName = ({ name, chassisId, remotePort }: Neighbor) => ({ name, chassisId, remotePort })

/** Ends of container links have no address of their own and a new name each time. */
const lasts = ({ virtual, addresses }: NetworkInterface) => !virtual || addresses.length > 0
const interfaceSummary = ({ macAddress }: NetworkInterface) => macAddress

function interfaceFields({ index: _, connector: __, addresses, ...fields }: NetworkInterface) {
  return { ...fields, addresses: sortedText(addresses.map((item) => `${item.address}/${item.prefixLength ?? ''}`)) }
}

/** Certificate fields that a person would recognize. */
function serviceFields({ certificate, ...fields }: Network['services'][number]) {
  const { subject, issuer, names, validTo } = certificate ?? {}
  const shown = { certificate: subject, certificateIssuer: issuer, certificateValidTo: validTo }
  return { ...fields, ...shown, certificateNames: sortedText(names) }
}

const sortedText = (values: readonly string[] | undefined) => values?.toSorted().join(', ')

const plain = (path: string, fields: Record<string, unknown> | undefined): [string, Part] => [
  path,
  { fields: fields ?? {} },
]

/** Items by a key. Items with equal keys are numbered by content, so that their order does not matter. */
function list<T extends object>(
  path: string,
  items: readonly T[],
  key: (item: T) => string,
  summary: (item: T) => string | undefined,
  fields: (item: T) => object = (item) => item,
): [string, Part][] {
  const prepared = items
    .map((item) => {
      const compared = Object.fromEntries(Object.entries(fields(item)))
      return {
        key: key(item),
        text: JSON.stringify(compared, Object.keys(compared).sort()),
        kept: compared,
        summary: summary(item),
      }
    })
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.text, b.text))
  const seen = new Map<string, number>()
  return prepared.map((item) => {
    const count = (seen.get(item.key) ?? 0) + 1
    seen.set(item.key, count)
    const name = count === 1 ? item.key : `${item.key}#${count}`
    return [`${path}[${name}]`, { summary: item.summary ?? item.key, fields: item.kept }]
  })
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function diffParts(entity: Change['entity'], before: Parts, after: Parts): Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return paths.flatMap((path): Change[] => {
    const from = before.get(path)
    const to = after.get(path)
    if (!from) return [{ verb: 'Added', entity, field: path, from: null, to: to?.summary ?? path }]
    if (!to) return [{ verb: 'Deleted', entity, field: path, from: from.summary ?? path, to: null }]
    return diffFields(entity, path, from.fields, to.fields)
  })
}

function diffFields(
  entity: Change['entity'],
  path: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name): Change[] => {
    const from = textOf(before[name])
    const to = textOf(after[name])
    if (from === to) return []
    const verb = from === null ? 'Added' : to === null ? 'Deleted' : 'Modified'
    return [{ verb, entity, field: path === '' ? name : `${path}.${name}`, from, to }]
  })
}

/** Fields are plain values here. An empty text is no value. */
const textOf = (value: unknown): string | null => (value === undefined || value === '' ? null : String(value))

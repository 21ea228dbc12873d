import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'

/** One line of a device's change history. */
type Change = {
  verb: 'Added' | 'Modified' | 'Deleted'
  entity: 'Hardware' | 'Network'
  /** Path inside the section: `system.model`, `disks[sda].sizeBytes`, `interfaces[eth0]`. */
  field: string
  from: string | null
  to: string | null
}

/** A part of a section by its path; a part that comes or goes whole is named by `summary`. */
type Part = { summary?: string; fields: Record<string, unknown> }
type Parts = ReadonlyMap<string, Part>

/** What changed between two hardware sections. The order of lists, clock speeds and free space do not count. */
export function diffHardware(before: Hardware, after: Hardware): Change[] {
  return diffParts('Hardware', hardwareParts(before), hardwareParts(after))
}

/** What changed between two network sections. Order, link state and interfaces of containers do not count. */
export function diffNetwork(before: Network, after: Network): Change[] {
  return diffParts('Network', networkParts(before), networkParts(after))
}

function hardwareParts({
  system,
  os,
  firmware,
  board,
  processors,
  memory,
  disks,
  volumes,
  components,
}: Hardware): Parts {
  const groups = [
    list(
      'processors',
      processors ?? [],
      () => 'cpu',
      ({ model }) => model,
      ({ speedMhz: _, ...fields }) => fields,
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
      ({ freeBytes: _, ...fields }) => fields,
    ),
    list(
      'components',
      components ?? [],
      ({ id }) => id,
      ({ name, model }) => model ?? name,
    ),
  ]
  const whole = { system, os, firmware, board, memory: { totalBytes: memory?.totalBytes } }
  return new Map([...Object.entries(whole).map(([path, fields]) => plain(path, fields)), ...groups.flat()])
}

/** A disk that has a serial number is the same one under another device name. */
const withoutName = ({ name, ...fields }: { name: string; serialNumber?: string | undefined }) =>
  fields.serialNumber === undefined ? { ...fields, name } : fields

function networkParts(network: Network): Parts {
  const { interfaces, services, defaultGateways, dnsServers, ...fields } = network
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
  ])
}

/** Ends of container links have no address of their own and a new name each time. */
const lasts = ({ virtual, addresses }: NetworkInterface) => !virtual || addresses.length > 0
const interfaceSummary = ({ macAddress }: NetworkInterface) => macAddress

function interfaceFields({ operStatus: _, speedBps: __, index: ___, addresses, ...fields }: NetworkInterface) {
  return { ...fields, addresses: sortedText(addresses.map((item) => `${item.address}/${item.prefixLength ?? ''}`)) }
}

/** Of a certificate what a person would know it by. */
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

/** Items by a key; those of the same key are numbered, by what they say, so that their order does not matter. */
function list<T extends object>(
  path: string,
  items: readonly T[],
  key: (item: T) => string,
  summary: (item: T) => string | undefined,
  fields: (item: T) => object = (item) => item,
): [string, Part][] {
  const prepared = items
    .map((item) => {
      const kept = Object.fromEntries(Object.entries(fields(item)))
      return { key: key(item), text: JSON.stringify(kept, Object.keys(kept).sort()), kept, summary: summary(item) }
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

/** Fields are plain values here; an empty text is no value. */
const textOf = (value: unknown): string | null => (value === undefined || value === '' ? null : String(value))

import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { type Oid, oid, startsWith } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNumber, asOid } from '../varbind.ts'
import { present } from './present.ts'
import { readTable } from './table.ts'

/** HOST-RESOURCES-MIB (RFC 2790) apart from its software. */
export type HostResources = {
  memoryBytes?: number
  volumes: NonNullable<Hardware['volumes']>
  processors: NonNullable<Hardware['processors']>
  /** hrDeviceDescr of devices of type hrDevicePrinter. */
  printers: string[]
}

const hrMemorySize = oid('1.3.6.1.2.1.25.2.2.0')
/** hrStorageType, hrStorageDescr, hrStorageAllocationUnits, hrStorageSize, hrStorageUsed. */
const storageColumns = [2, 3, 4, 5, 6].map((column) => oid(`1.3.6.1.2.1.25.2.3.1.${column}`))
/** hrDeviceType, hrDeviceDescr. */
const deviceColumns = [2, 3].map((column) => oid(`1.3.6.1.2.1.25.3.2.1.${column}`))

const storageTypes = oid('1.3.6.1.2.1.25.2.1')
const storageRam = 2
const storageFixedDisk = 4
const deviceTypes = oid('1.3.6.1.2.1.25.3.1')
const deviceProcessor = 3
const devicePrinter = 5

export async function readHostResources(reader: SnmpReader, truncated: string[]): Promise<HostResources> {
  const [memorySize] = await reader.get([hrMemorySize])
  const storage = await readTable(reader, 'hrStorageTable', storageColumns, truncated)
  const devices = await readTable(reader, 'hrDeviceTable', deviceColumns, truncated)
  const volumes: HostResources['volumes'] = []
  let ramBytes: number | undefined
  for (const { cells } of storage) {
    const [type, descr, units, size, used] = cells
    const kind = kindUnder(storageTypes, asOid(type))
    const sizeBytes = product(asNumber(units), asNumber(size))
    if (kind === storageRam) ramBytes = Math.max(ramBytes ?? 0, sizeBytes ?? 0)
    const mount = asText(descr)
    if (kind !== storageFixedDisk || mount === undefined) continue
    const usedBytes = product(asNumber(units), asNumber(used))
    const freeBytes =
      sizeBytes !== undefined && usedBytes !== undefined ? Math.max(0, sizeBytes - usedBytes) : undefined
    volumes.push({ mount, ...present({ sizeBytes, freeBytes }) })
  }
  // hrMemorySize counts KiB; agents that leave it 0 still list their RAM.
  const memoryBytes = (asNumber(memorySize) ?? 0) * 1024 || ramBytes || undefined
  const named = devices.map(({ cells }) => ({
    kind: kindUnder(deviceTypes, asOid(cells[0])),
    name: asText(cells[1]) ?? '',
  }))
  return {
    ...present({ memoryBytes }),
    volumes,
    processors: processorsOf(named.filter(({ kind }) => kind === deviceProcessor).map(({ name }) => name)),
    printers: named.filter(({ kind }) => kind === devicePrinter).map(({ name }) => name),
  }
}

/** One row stands for each logical processor; those of one kind are counted together. */
function processorsOf(names: readonly string[]): HostResources['processors'] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, threads]) => {
    // net-snmp writes `GenuineIntel: Intel(R) Xeon(R) …`.
    const [, vendor, model] = /^(\w+): (.+)$/.exec(name) ?? []
    return { threads, ...present({ manufacturer: vendor, model: model ?? (name || undefined) }) }
  })
}

function kindUnder(root: Oid, type: Oid | undefined): number | undefined {
  return type !== undefined && startsWith(type, root) ? type[root.length] : undefined
}

function product(units: number | undefined, count: number | undefined): number | undefined {
  if (units === undefined || count === undefined || units <= 0) return undefined
  // Agents with more than 2^31 units send them in the sign bit.
  return units * (count < 0 ? count + 2 ** 32 : count)
}

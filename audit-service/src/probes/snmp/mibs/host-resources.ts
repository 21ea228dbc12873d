import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNumber, asOid, type Varbind } from '../varbind.ts'
import { type HostStorage, readHostStorage } from './host-storage.ts'
import { kindUnder } from './kind-under.ts'
import { asNatural } from './number.ts'
import { columnsOf, readTable } from './table.ts'

/** HOST-RESOURCES-MIB (RFC 2790) without its software. */
export type HostResources = Pick<HostStorage, 'swapBytes' | 'volumes'> & {
  memoryBytes?: number
  processors: NonNullable<Hardware['processors']>
  disks: NonNullable<Hardware['disks']>
  /** hrDeviceDescr of devices of type hrDevicePrinter. */
  printers: string[]
}

const hrMemorySize = oid('1.3.6.1.2.1.25.2.2.0')
/** Columns with one index: hrDeviceType and hrDeviceDescr, hrDiskStorageMedia and hrDiskStorageCapacity in KiB. */
const deviceColumns = [...columnsOf('1.3.6.1.2.1.25.3.2.1', 2, 3), ...columnsOf('1.3.6.1.2.1.25.3.6.1', 2, 4)]

const deviceTypes = oid('1.3.6.1.2.1.25.3.1')
const deviceProcessor = 3
const devicePrinter = 5
const deviceDisk = 6
/** hrDiskStorageMedia: opticalDiskROM, opticalDiskWORM, opticalDiskRW. */
const opticalMedia: ReadonlySet<number | undefined> = new Set([5, 6, 7])

export async function readHostResources(reader: SnmpReader, truncated: string[]): Promise<HostResources> {
  const [memorySize] = await reader.get([hrMemorySize])
  const { ramBytes, ...storage } = await readHostStorage(reader, truncated)
  const rows = await readTable(reader, 'hrDeviceTable', deviceColumns, truncated)
  const devices = rows.map(({ cells: [type, descr, ...disk] }) => ({
    kind: kindUnder(deviceTypes, asOid(type)),
    name: asText(descr) ?? '',
    disk,
  }))
  const ofKind = (wanted: number) => devices.filter(({ kind }) => kind === wanted)
  // hrMemorySize counts KiB; agents that report 0 still list their RAM.
  const memoryBytes = kibibytes(memorySize) || ramBytes || undefined
  return {
    ...optional({ memoryBytes }),
    ...storage,
    processors: processorsOf(ofKind(deviceProcessor).map(({ name }) => name)),
    disks: ofKind(deviceDisk).map(({ name, disk }) => diskOf(name, disk)),
    printers: ofKind(devicePrinter).map(({ name }) => name),
  }
}

function kibibytes(varbind: Varbind | undefined): number {
  const bytes = (asNatural(varbind) ?? 0) * 1024
  return Number.isSafeInteger(bytes) ? bytes : 0
}

function diskOf(name: string, [media, capacity]: readonly (Varbind | undefined)[]): HostResources['disks'][number] {
  const isOptical = opticalMedia.has(asNumber(media))
  return { name, ...optional({ sizeBytes: kibibytes(capacity) || undefined, kind: isOptical ? 'optical' : undefined }) }
}

/** Returns the processors. Each row is a logical processor; equal ones are counted together. */
function processorsOf(names: readonly string[]): HostResources['processors'] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, threads]) => {
    // net-snmp writes `GenuineIntel: Intel(R) Xeon(R) …`.
    const [, vendor, model] = /^(\w+): (.+)$/.exec(name) ?? []
    return { threads, ...optional({ manufacturer: vendor, model: model ?? (name || undefined) }) }
  })
}

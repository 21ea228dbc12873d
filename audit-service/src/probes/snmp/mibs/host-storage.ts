import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNumber, asOid } from '../varbind.ts'
import { kindUnder } from './kind-under.ts'
import { asInteger } from './number.ts'
import { columnsOf, readTable } from './table.ts'

/** hrStorageTable and hrFSTable (RFC 2790). */
export type HostStorage = {
  ramBytes?: number
  swapBytes?: number
  volumes: NonNullable<Hardware['volumes']>
}

/** hrStorageType, hrStorageDescr, hrStorageAllocationUnits, hrStorageSize, hrStorageUsed. */
const storageColumns = columnsOf('1.3.6.1.2.1.25.2.3.1', 2, 3, 4, 5, 6)
/** hrFSType, hrFSStorageIndex. */
const fileSystemColumns = columnsOf('1.3.6.1.2.1.25.3.8.1', 4, 7)

const storageTypes = oid('1.3.6.1.2.1.25.2.1')
const ram = 2
const virtualMemory = 3
/** Numbers of fixed and removable disk and flash memory. */
const ofVolumes: ReadonlySet<number | undefined> = new Set([4, 5, 9])

const fileSystemTypes = oid('1.3.6.1.2.1.25.3.9')
/** hrFSTypes from 3 on; 1 is other, 2 unknown. */
const fileSystems = `
BerkeleyFFS Sys5FS FAT HPFS HFS MFS NTFS VNode Journaled iso9660 RockRidge NFS Netware AFS DFS Appleshare RFS DGCFS BFS
FAT32 LinuxExt2`
  .trim()
  .split(/\s+/)

export async function readHostStorage(reader: SnmpReader, truncated: string[]): Promise<HostStorage> {
  const rows = await readTable(reader, 'hrStorageTable', storageColumns, truncated)
  const mounted = rows.length === 0 ? [] : await readTable(reader, 'hrFSTable', fileSystemColumns, truncated)
  const fileSystemOf = new Map(
    mounted.map(({ cells: [type, storage] }) => [
      asNumber(storage),
      fileSystems[(kindUnder(fileSystemTypes, asOid(type)) ?? 0) - 3],
    ]),
  )
  const storage = rows.map(({ index, cells: [type, descr, units, size, used] }) => {
    const sizeBytes = product(asInteger(units), asInteger(size))
    const usedBytes = product(asInteger(units), asInteger(used))
    return {
      kind: kindUnder(storageTypes, asOid(type)),
      name: asText(descr),
      sizeBytes,
      freeBytes: sizeBytes === undefined || usedBytes === undefined ? undefined : Math.max(0, sizeBytes - usedBytes),
      fileSystem: fileSystemOf.get(index[0]),
    }
  })
  const largest = (rows: typeof storage) => Math.max(0, ...rows.map(({ sizeBytes = 0 }) => sizeBytes)) || undefined
  return {
    ...optional({
      ramBytes: largest(storage.filter(({ kind }) => kind === ram)),
      // Virtual memory of agents is mostly RAM and swap together.
      swapBytes: largest(storage.filter(({ kind, name = '' }) => kind === virtualMemory && /^swap/i.test(name))),
    }),
    volumes: storage.flatMap(({ kind, name, ...volume }) =>
      name !== undefined && ofVolumes.has(kind) ? [{ mount: name, ...optional(volume) }] : [],
    ),
  }
}

function product(units: number | undefined, count: number | undefined): number | undefined {
  if (units === undefined || count === undefined || units <= 0) return undefined
  // Agents with more than 2^31 units use the sign bit.
  const bytes = units * (count < 0 ? count + 2 ** 32 : count)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined
}

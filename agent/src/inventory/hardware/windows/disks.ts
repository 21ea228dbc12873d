import { messageOf } from '@rollcall/shared/errors.ts'
import type { WindowsApi } from '../../../platform/windows/api.ts'
import {
  controlCode,
  decodeDiskSize,
  decodeNvmeHealth,
  decodeNvmeIdentity,
  decodePrediction,
  decodeSeekPenalty,
  decodeStorageDevice,
  deviceQuery,
  healthLogBytes,
  identifyBytes,
  nvmeHealthQuery,
  nvmeIdentifyQuery,
  protocolData,
  type StorageDevice,
  seekPenaltyQuery,
} from '../../../platform/windows/storage.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { Disk, HardwarePart } from '../../parts.ts'
import type { OnCut, Source } from '../../source.ts'
import { upTo } from '../../up-to.ts'
import { virtualManufacturers } from '../disks.ts'

const disksMax = 1024
const descriptorBytesMax = 4096
const predictionBytes = 516
/** Bytes before the data of an answer for NVMe. */
const protocolHeaderBytes = 48

/** Reads the disks that Windows numbers, by requests to their drivers. */
export const windowsDisks = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-disks',
  reads: ['disks'],
  isAvailable: async () => true,
  collect: async (_host, onCut) => {
    const names = api.deviceNames().filter((name) => /^PhysicalDrive\d+$/.test(name))
    const disks = await mapBounded(upTo(names, disksMax, 'disks', onCut), 4, (name) => readDisk(api, name, onCut))
    return { disks: disks.flatMap((disk) => disk ?? []) }
  },
})

async function readDisk(api: WindowsApi, name: string, onCut: OnCut | undefined): Promise<Disk | undefined> {
  const ask = async <T>(code: number, input: Buffer, bytesMax: number, decode: (bytes: Buffer) => T) => {
    try {
      const bytes = await api.deviceControl(name, code, input, bytesMax)
      return bytes && decode(bytes)
    } catch (error) {
      // One answer of one disk: the others are still worth reading.
      onCut?.(`has not all of ${name} (${messageOf(error)})`)
      return undefined
    }
  }
  const property = <T>(query: Buffer, bytesMax: number, decode: (bytes: Buffer) => T) =>
    ask(controlCode.storageQueryProperty, query, bytesMax, decode)
  const device = await property(deviceQuery, descriptorBytesMax, decodeStorageDevice)
  if (device === undefined) return { name, kind: 'unknown' }
  const sizeBytes = await ask(controlCode.diskGeometry, Buffer.alloc(0), descriptorBytesMax, decodeDiskSize)
  const hasSeekPenalty = await property(seekPenaltyQuery, descriptorBytesMax, decodeSeekPenalty)
  const isNvme = buses[device.bus] === 'nvme'
  // The descriptor of an NVMe disk has its EUI-64 as the serial number, and a model cut to 16 characters.
  const identity = isNvme
    ? await property(nvmeIdentifyQuery, protocolHeaderBytes + identifyBytes, (bytes) =>
        decodeNvmeIdentity(protocolData(bytes)),
      )
    : undefined
  const health = isNvme
    ? await property(nvmeHealthQuery, protocolHeaderBytes + healthLogBytes, (bytes) =>
        decodeNvmeHealth(protocolData(bytes)),
      )
    : await ask(controlCode.storagePredictFailure, Buffer.alloc(0), predictionBytes, (bytes) => ({
        status: decodePrediction(bytes) ? ('failing' as const) : ('ok' as const),
      }))
  return {
    name,
    // A disk of ATA has no field for its manufacturer; drivers write the bus there.
    manufacturer: /^(ATA|NVMe)$/i.test(device.manufacturer ?? '') ? undefined : device.manufacturer,
    model: identity?.model ?? device.model,
    serialNumber: identity?.serialNumber ?? device.serialNumber,
    firmware: identity?.revision ?? device.revision,
    sizeBytes,
    kind: kindOf(device, hasSeekPenalty),
    bus: buses[device.bus],
    health,
  }
}

/** STORAGE_BUS_TYPE of ntddstor.h. */
const buses: Record<number, string> = {
  1: 'scsi',
  2: 'atapi',
  3: 'ata',
  4: 'firewire',
  5: 'ssa',
  6: 'fc',
  7: 'usb',
  8: 'raid',
  9: 'iscsi',
  10: 'sas',
  11: 'sata',
  12: 'sd',
  13: 'mmc',
  14: 'virtual',
  15: 'virtual',
  16: 'storage-spaces',
  17: 'nvme',
  18: 'scm',
  19: 'ufs',
}

function kindOf({ bus, manufacturer, model }: StorageDevice, hasSeekPenalty: boolean | undefined): Disk['kind'] {
  const isVirtual = [manufacturer, model].some((name) => virtualManufacturers.test(name ?? ''))
  if (isVirtual || buses[bus] === 'virtual') return 'virtual'
  if (hasSeekPenalty === undefined) return 'unknown'
  return hasSeekPenalty ? 'hdd' : 'ssd'
}

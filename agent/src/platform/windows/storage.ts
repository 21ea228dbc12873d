import { BlockReader } from './memory-block.ts'

/** Control codes of ntddstor.h, ntdddisk.h and ntddvol.h that need no right to the data of the device. */
export const controlCode = {
  storageQueryProperty: 0x2d1400,
  storagePredictFailure: 0x2d1100,
  diskGeometry: 0x700a0,
  volumeExtents: 0x560000,
}

const property = { device: 0, seekPenalty: 7, adapterProtocol: 49, deviceProtocol: 50 }
const standardQuery = 0

/** A STORAGE_PROPERTY_QUERY without parameters. */
const query = (id: number): Buffer => {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32LE(id, 0)
  bytes.writeUInt32LE(standardQuery, 4)
  return bytes
}
export const deviceQuery = query(property.device)
export const seekPenaltyQuery = query(property.seekPenalty)

/** Bytes of STORAGE_PROTOCOL_SPECIFIC_DATA; the data follows it. */
const protocolBytes = 40
const nvmeProtocol = 3
export const identifyBytes = 4096
export const healthLogBytes = 512

/** A query for data that only NVMe has: STORAGE_PROPERTY_QUERY with STORAGE_PROTOCOL_SPECIFIC_DATA. */
function nvmeQuery(id: number, dataType: number, request: number, dataBytes: number): Buffer {
  const bytes = Buffer.alloc(8 + protocolBytes + dataBytes)
  const fields = [id, standardQuery, nvmeProtocol, dataType, request, 0, protocolBytes, dataBytes]
  for (const [index, field] of fields.entries()) bytes.writeUInt32LE(field, index * 4)
  return bytes
}
/** Identify Controller (CNS 1), and the SMART / Health Information log page (2). */
export const nvmeIdentifyQuery = nvmeQuery(property.adapterProtocol, 1, 1, identifyBytes)
export const nvmeHealthQuery = nvmeQuery(property.deviceProtocol, 2, 2, healthLogBytes)

const reader = (bytes: Buffer, start = 0): BlockReader => new BlockReader({ address: 0n, bytes }, start)

/** Returns the data of a STORAGE_PROTOCOL_DATA_DESCRIPTOR. */
export function protocolData(bytes: Buffer): Buffer {
  const data = reader(bytes, 8)
  return data.bytes(data.u32(16), data.u32(20))
}

export type StorageDevice = {
  manufacturer: string | undefined
  model: string | undefined
  revision: string | undefined
  serialNumber: string | undefined
  /** STORAGE_BUS_TYPE */
  bus: number
}

/** Decodes STORAGE_DEVICE_DESCRIPTOR. */
export function decodeStorageDevice(bytes: Buffer): StorageDevice {
  const device = reader(bytes)
  return {
    manufacturer: textAt(bytes, device.u32(12)),
    model: textAt(bytes, device.u32(16)),
    revision: textAt(bytes, device.u32(20)),
    serialNumber: textAt(bytes, device.u32(24)),
    bus: device.u32(28),
  }
}

/** Returns the text at an offset; 0 and -1 are for none. */
function textAt(bytes: Buffer, offset: number): string | undefined {
  if (offset === 0 || offset >= bytes.length) return undefined
  return asciiText(bytes.subarray(offset))
}

/** Returns the text up to its NUL; undefined for an empty one. */
function asciiText(bytes: Buffer): string | undefined {
  const [text = ''] = bytes.toString('latin1').split('\0', 1)
  return text.trim() || undefined
}

/** Decodes DEVICE_SEEK_PENALTY_DESCRIPTOR: true for a disk with moving heads. */
export const decodeSeekPenalty = (bytes: Buffer): boolean => reader(bytes).u8(8) !== 0

/** Decodes DISK_GEOMETRY_EX to the size of the disk in bytes. */
export const decodeDiskSize = (bytes: Buffer): number => Number(reader(bytes).u64(24))

/** Decodes STORAGE_PREDICT_FAILURE: true if the disk expects to fail. */
export const decodePrediction = (bytes: Buffer): boolean => reader(bytes).u32(0) !== 0

/** Decodes Identify Controller of NVMe. */
export function decodeNvmeIdentity(bytes: Buffer): Omit<StorageDevice, 'bus' | 'manufacturer'> {
  const identity = reader(bytes)
  return {
    serialNumber: asciiText(identity.bytes(4, 20)),
    model: asciiText(identity.bytes(24, 40)),
    revision: asciiText(identity.bytes(64, 8)),
  }
}

/** Decodes the health log of NVMe. */
export function decodeNvmeHealth(bytes: Buffer) {
  const log = reader(bytes)
  const warning = log.u8(0)
  const kelvin = log.u16(1)
  return {
    // Bit 0: few spare blocks. Bit 1: temperature. Bits 2 to 4: unreliable, read-only, no power for its cache.
    status: (warning & 0b11101) !== 0 ? ('failing' as const) : warning !== 0 ? ('warning' as const) : ('ok' as const),
    celsius: kelvin === 0 ? undefined : kelvin - 273,
    wearPercent: log.u8(5),
    powerOnHours: countOf(log.u64(128)),
    mediaErrors: countOf(log.u64(160)),
  }
}

const countOf = (value: bigint): number | undefined =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : undefined

export type Extent = { disk: number; position: bigint }

const extentBytes = 24
const extentsMax = 1024

/** Decodes VOLUME_DISK_EXTENTS: the parts of disks that a volume lies on. */
export function decodeExtents(bytes: Buffer): Extent[] {
  const extents = reader(bytes)
  const count = Math.min(extents.u32(0), extentsMax)
  return Array.from({ length: count }, (_, index) => ({
    disk: extents.u32(8 + index * extentBytes),
    position: extents.u64(16 + index * extentBytes),
  }))
}

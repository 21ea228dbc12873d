import type { SmbiosTables } from './structures.ts'

type EntryPoint = Omit<SmbiosTables, 'table'> & { entryPointBytes: number }

/** Parses an entry point (DMTF DSP0134, section 5.2) at the start of the bytes. */
export function parseEntryPoint(bytes: Uint8Array): EntryPoint | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const anchor = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
  if (anchor === '_SM3_' && bytes.length >= 24) {
    return { version: versionOf(view.getUint8(7), view.getUint8(8)), entryPointBytes: view.getUint8(6) }
  }
  if (anchor.startsWith('_SM_') && bytes.length >= 30) {
    return {
      version: versionOf(view.getUint8(6), view.getUint8(7)),
      bytes: view.getUint16(22, true),
      count: view.getUint16(28, true) || undefined,
      entryPointBytes: view.getUint8(5),
    }
  }
  // From before SMBIOS 2.1: the version is one byte in BCD.
  if (anchor === '_DMI_' && bytes.length >= 15) {
    const version = view.getUint8(14)
    return {
      version: versionOf(version >> 4, version & 0xf),
      bytes: view.getUint16(6, true),
      count: view.getUint16(12, true) || undefined,
      entryPointBytes: 15,
    }
  }
  return undefined
}

/**
 * Parses `RawSMBIOSData` of Windows, which GetSystemFirmwareTable returns for `RSMB`: 8 bytes with version and length,
 * then the table.
 */
export function parseRawSmbiosData(data: Uint8Array): SmbiosTables {
  const headerBytes = 8
  if (data.length < headerBytes) throw new Error(`the firmware table has ${data.length} bytes, less than its header`)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    version: versionOf(view.getUint8(1), view.getUint8(2)),
    bytes: view.getUint32(4, true),
    table: data.subarray(headerBytes),
  }
}

/** Wrong versions that some firmware reports, and the right ones, as in the Linux kernel. */
const repairedVersions: Record<number, number> = { 543: 0x0203, 545: 0x0203, 563: 0x0206 }

/** Returns the version as one number: `0x0207` is 2.7. */
export function versionOf(major: number, minor: number): number {
  const version = (major << 8) | minor
  return repairedVersions[version] ?? version
}

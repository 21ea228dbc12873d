/** Value of a field: a number of 1, 2 or 4 bytes, bytes as they are, or a text. */
type Field = { byte: number } | { word: number } | { dword: number } | { bytes: readonly number[] } | string

/** Offset of a field in DMTF DSP0134: `x1a` is 0x1A. */
type Offset = `x${string}`

/** A structure of an SMBIOS table. */
export type EncodedStructure = {
  type: number
  handle?: number
  /** Length of the formatted area; without it, the structure ends after its last field. */
  length?: number
  fields?: Record<Offset, Field>
}

/** Encodes a table, with the structure that marks its end. */
export const encodeTable = (structures: readonly EncodedStructure[]): Buffer =>
  Buffer.concat([...structures, { type: 127 }].map(encodeStructure))

export function encodeStructure({ type, handle = type, length, fields = {} }: EncodedStructure): Buffer {
  const texts: string[] = []
  const encoded = Object.entries(fields).map(([offset, field]): [number, Buffer] => [
    Number.parseInt(offset.slice(1), 16),
    typeof field === 'string' ? Buffer.from([texts.push(field)]) : encodeNumber(field),
  ])
  const end = Math.max(4, ...encoded.map(([offset, bytes]) => offset + bytes.length))
  const area = Buffer.alloc(length ?? end)
  area.set([type, area.length, handle & 0xff, handle >> 8])
  for (const [offset, bytes] of encoded) area.set(bytes, offset)
  const endOfTexts = texts.length === 0 ? '\0\0' : '\0'
  return Buffer.concat([area, Buffer.from(texts.map((text) => `${text}\0`).join('') + endOfTexts)])
}

function encodeNumber(field: Exclude<Field, string>): Buffer {
  if ('bytes' in field) return Buffer.from(field.bytes)
  const bytes = Buffer.alloc(4)
  const [value, length] = 'byte' in field ? [field.byte, 1] : 'word' in field ? [field.word, 2] : [field.dword, 4]
  bytes.writeUInt32LE(value)
  return bytes.subarray(0, length)
}

/** Encodes a 64-bit entry point (DMTF DSP0134, section 5.2.2) of a table at address 0x20. */
export function encodeEntryPoint(version: number, table: Uint8Array): Buffer {
  const entryPoint = Buffer.alloc(24)
  entryPoint.write('_SM3_')
  entryPoint.set([entryPoint.length, version >> 8, version & 0xff], 6)
  entryPoint.writeUInt32LE(table.length, 12)
  entryPoint.writeUInt32LE(tableAddress, 16)
  entryPoint[5] = -entryPoint.reduce((sum, byte) => sum + byte, 0) & 0xff
  return entryPoint
}

const tableAddress = 0x20

/** Encodes the file of `dmidecode --dump-bin`. */
export const encodeDump = (version: number, table: Uint8Array): Buffer =>
  Buffer.concat([encodeEntryPoint(version, table), Buffer.alloc(tableAddress - 24), table])

/** Encodes `RawSMBIOSData` of Windows. */
export function encodeRawSmbiosData(version: number, table: Uint8Array): Buffer {
  const header = Buffer.from([0, version >> 8, version & 0xff, 0, 0, 0, 0, 0])
  header.writeUInt32LE(table.length, 4)
  return Buffer.concat([header, table])
}

/** Returns the files of a Linux machine with these tables. */
export const smbiosFiles = (version: number, table: Buffer): Record<string, Buffer> => ({
  '/sys/firmware/dmi/tables/smbios_entry_point': encodeEntryPoint(version, table),
  '/sys/firmware/dmi/tables/DMI': table,
})

import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { Monitor } from '../parts.ts'
import type { OnCut } from '../source.ts'
import { pnpManufacturers } from './pnp-manufacturers.ts'

const blockBytes = 128
const descriptorBytes = 18
/** The base block and 255 extensions. */
export const edidBytesMax = 256 * blockBytes
const header = Buffer.from([0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00])
const serialTag = 0xff
const nameTag = 0xfc

/**
 * Parses the EDID of a display (VESA E-EDID 1.4, and CTA-861 for its extensions). `port` names the connector. A display
 * with an unreadable EDID has only its port, and `onCut` reports the reason.
 */
export function parseEdid(port: string, edid: Uint8Array, onCut?: OnCut): Monitor {
  const base = Buffer.from(edid.subarray(0, blockBytes))
  if (base.length < blockBytes) {
    onCut?.(`lacks the values of the display at ${port}: its EDID ends after ${base.length} bytes`)
    return { port }
  }
  if (!base.subarray(0, header.length).equals(header)) {
    onCut?.(`lacks the values of the display at ${port}: its EDID has a wrong header`)
    return { port }
  }
  // Some displays are sold with a wrong checksum, so their values are kept.
  if (!hasChecksum(base)) onCut?.(`may have wrong values of the display at ${port}: its EDID has a wrong checksum`)

  const { descriptors, missing } = extensionsOf(edid)
  descriptors.unshift(...descriptorsOf(base, 54, 126))
  const [name, serialNumber] = [textOf(descriptors, nameTag), textOf(descriptors, serialTag)]
  if (missing > 0 && !(name && serialNumber)) {
    onCut?.(`may lack the name of the display at ${port}: ${missing} extensions of its EDID are missing`)
  }
  const manufacturerId = pnpIdOf(base.readUInt16BE(8))
  const number = serialNumberOf(base.readUInt32LE(12))
  const productCode = base.readUInt16LE(10).toString(16).toUpperCase().padStart(4, '0')
  return {
    port,
    manufacturer: manufacturerId && (pnpManufacturers[manufacturerId] ?? manufacturerId),
    // Windows names displays without a name like this, too.
    model: name ?? (manufacturerId && `${manufacturerId}${productCode}`),
    serialNumber: manufacturerId === 'ACR' ? acerLabel(serialNumber, number) : (serialNumber ?? textOfNumber(number)),
    made: madeOf(base.readUInt8(16), base.readUInt8(17)),
    ...sizeOf(base),
    resolution: resolutionOf(base),
  }
}

const hasChecksum = (block: Uint8Array): boolean => block.reduce((sum, byte) => sum + byte, 0) % 256 === 0

const descriptorsOf = (block: Buffer, start: number, end: number): Buffer[] =>
  Array.from({ length: Math.max(0, Math.floor((end - start) / descriptorBytes)) }, (_, index) =>
    block.subarray(start + index * descriptorBytes, start + (index + 1) * descriptorBytes),
  )

/** Returns the descriptors of the CTA-861 extensions, and the number of extensions that are cut off. */
function extensionsOf(edid: Uint8Array): { descriptors: Buffer[]; missing: number } {
  const count = edid[126] ?? 0
  const blocks = Array.from({ length: count }, (_, index) =>
    Buffer.from(edid.subarray((index + 1) * blockBytes, (index + 2) * blockBytes)),
  ).filter((block) => block.length === blockBytes)
  const ctaTag = 0x02
  const descriptors = blocks
    .filter((block) => block[0] === ctaTag && hasChecksum(block))
    .flatMap((block) => descriptorsOf(block, block.readUInt8(2) || blockBytes, blockBytes - 1))
  return { descriptors, missing: count - blocks.length }
}

/** Decodes the three letters of a manufacturer, of five bits each. */
export function pnpIdOf(bits: number): string | undefined {
  const letters = [bits >> 10, bits >> 5, bits].map((letter) => letter & 0x1f)
  const isValid = bits < 0x8000 && letters.every((letter) => letter >= 1 && letter <= 26)
  return isValid ? String.fromCharCode(...letters.map((letter) => letter + 64)) : undefined
}

/** Returns the text of the descriptors with this tag; a long name continues in the next one. */
function textOf(descriptors: readonly Buffer[], tag: number): string | undefined {
  const parts = descriptors
    .filter((descriptor) => descriptor.readUIntBE(0, 3) === 0 && descriptor[3] === tag)
    // The text ends at a line feed, or at a zero in some displays.
    .map((descriptor) => descriptor.toString('latin1', 5).replace(/[\n\0].*$/s, ''))
  const text = cleanText(tag === nameTag ? parts.join('') : (parts[0] ?? ''), blockBytes)
  return /^0*$/.test(text) ? undefined : text
}

/** Returns the serial number of the header. Displays without one have 0, or 1 in each byte. */
const serialNumberOf = (number: number): number | undefined =>
  number === 0 || number === 0x01010101 || number === 0xffffffff ? undefined : number

/** Returns the four characters that many manufacturers store in the number, such as `0RYS`, or else the number. */
function textOfNumber(number: number | undefined): string | undefined {
  if (number === undefined) return undefined
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  const text = bytes.toString('latin1')
  return /^[A-Z0-9]{4}$/.test(text) ? text : String(number)
}

/**
 * Returns the serial number on the label of an Acer display. The descriptor has its first eight and its last four
 * characters, which all displays of a delivery share; the number of the header has those between them.
 */
const acerLabel = (text: string | undefined, number: number | undefined): string | undefined =>
  text?.length === 12 && number !== undefined
    ? `${text.slice(0, 8)}${number.toString(16).padStart(8, '0')}${text.slice(8)}`
    : (text ?? textOfNumber(number))

function madeOf(week: number, yearsSince1990: number): string | undefined {
  // 1993 is the year of the first displays with EDID.
  if (yearsSince1990 < 3) return undefined
  const year = String(1990 + yearsSince1990)
  return week >= 1 && week <= 54 ? `${year}-W${String(week).padStart(2, '0')}` : year
}

/**
 * Returns the size of the screen. The header gives centimetres, or zeros for a projector; the first timing gives
 * millimetres, but some displays have other numbers there.
 */
function sizeOf(base: Buffer): Pick<Monitor, 'widthMm' | 'heightMm'> {
  const [width, height] = [base.readUInt8(21) * 10, base.readUInt8(22) * 10]
  if (width === 0 || height === 0) return {}
  const timing = base.subarray(54)
  const high = timing.readUInt8(14)
  const [exactWidth, exactHeight] = [
    timing.readUInt8(12) | ((high & 0xf0) << 4),
    timing.readUInt8(13) | ((high & 0x0f) << 8),
  ]
  const isClose = isTiming(timing) && Math.abs(exactWidth - width) <= 10 && Math.abs(exactHeight - height) <= 10
  return isClose ? { widthMm: exactWidth, heightMm: exactHeight } : { widthMm: width, heightMm: height }
}

/** Returns the resolution of the first timing. It is the preferred one since version 1.3, before only if flagged. */
function resolutionOf(base: Buffer): string | undefined {
  const timing = base.subarray(54)
  const isPreferred = base.readUInt16BE(18) >= 0x0103 || (base.readUInt8(24) & 0x02) !== 0
  if (!isPreferred || !isTiming(timing)) return undefined
  const width = timing.readUInt8(2) | ((timing.readUInt8(4) & 0xf0) << 4)
  const isInterlaced = (timing.readUInt8(17) & 0x80) !== 0
  const height = (timing.readUInt8(5) | ((timing.readUInt8(7) & 0xf0) << 4)) * (isInterlaced ? 2 : 1)
  return width === 0 || height === 0 ? undefined : `${width}x${height}`
}

/** A timing begins with its pixel clock; other descriptors begin with zeros. */
const isTiming = (descriptor: Buffer): boolean => descriptor.readUInt16LE(0) !== 0

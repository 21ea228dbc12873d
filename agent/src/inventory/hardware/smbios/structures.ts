import { isUtf8 } from 'node:buffer'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { OnCut } from '../../source.ts'

/** The structure table of the firmware, and the values of its entry point. */
export type SmbiosTables = {
  table: Uint8Array
  /** `0x0207` is version 2.7; undefined if the entry point is unreadable. */
  version: number | undefined
  /** Length of the whole table, if the entry point gives an exact one. */
  bytes?: number
  /** Number of structures; entry points of version 3 do not have it. */
  count?: number | undefined
}

export const tableBytesMax = 1024 * 1024
const structuresMax = 16_384
const textsMax = 255
/** Limit of the observation's schema. */
const textCharsMax = 512
const headerBytes = 4
const endOfTable = 127

/** One structure: a formatted area of fixed fields, and texts that the fields refer to by number. */
export class Structure {
  readonly #fields: DataView
  readonly #texts: readonly string[]
  readonly #onBadText: () => void

  constructor(fields: DataView, texts: readonly string[], onBadText: () => void) {
    this.#fields = fields
    this.#texts = texts
    this.#onBadText = onBadText
  }

  get type(): number {
    return this.#fields.getUint8(0)
  }

  get handle(): number {
    return this.#fields.getUint16(2, true)
  }

  /** Numbers are undefined where the structure is too short: an older version of the standard has no such field. */
  byte(offset: number): number | undefined {
    return this.#has(offset, 1) ? this.#fields.getUint8(offset) : undefined
  }

  word(offset: number): number | undefined {
    return this.#has(offset, 2) ? this.#fields.getUint16(offset, true) : undefined
  }

  dword(offset: number): number | undefined {
    return this.#has(offset, 4) ? this.#fields.getUint32(offset, true) : undefined
  }

  bytes(offset: number, length: number): Uint8Array | undefined {
    if (!this.#has(offset, length)) return undefined
    return new Uint8Array(this.#fields.buffer, this.#fields.byteOffset + offset, length)
  }

  /** Returns the clean text of a field; undefined if it has none or only spaces. */
  text(offset: number): string | undefined {
    const number = this.byte(offset) ?? 0
    if (number > this.#texts.length) this.#onBadText()
    return cleanText(this.#texts[number - 1] ?? '', textCharsMax) || undefined
  }

  #has(offset: number, length: number): boolean {
    return offset + length <= this.#fields.byteLength
  }
}

/**
 * Reads the structures of a table (DMTF DSP0134, section 6.1). Stops where the next structure cannot be found, and
 * reports what is missing. Call `reportTexts` after all texts were read: it reports those that do not exist.
 */
export function readStructures(
  { table, bytes, count }: SmbiosTables,
  onCut?: OnCut,
): { structures: Structure[]; reportTexts: () => void } {
  const structures: Structure[] = []
  let badTexts = 0
  const readable = table.subarray(0, Math.min(bytes ?? tableBytesMax, tableBytesMax))
  let at = 0
  let problem: string | undefined
  let hasEndMark = false
  // Firmware with an entry point of version 2 puts some structures behind the end mark, or leaves out the mark.
  const isEnd = () => hasEndMark && structures.length >= (count ?? 0)
  while (problem === undefined && !isEnd() && at < readable.length && structures.length < structuresMax) {
    const found = readStructure(readable, at, () => badTexts++)
    problem = found.problem
    at = found.end
    if (found.structure) structures.push(found.structure)
    if (found.structure?.type === endOfTable) hasEndMark = true
  }
  const isComplete = hasEndMark || (count !== undefined && structures.length >= count && problem === undefined)
  if (!isComplete) {
    problem ??= structures.length >= structuresMax ? 'the limit is reached' : 'there is no end mark'
    const expected = bytes !== undefined && bytes > table.length ? ` of ${bytes}` : ''
    onCut?.(`stopped after ${structures.length} structures, ${at}${expected} bytes: ${problem}`)
  }
  return {
    structures,
    reportTexts: () => {
      if (badTexts > 0) onCut?.(`lacks ${badTexts} texts that fields refer to`)
    },
  }
}

type Found = { structure?: Structure; end: number; problem?: string }

function readStructure(table: Uint8Array, start: number, onBadText: () => void): Found {
  const length = table[start + 1] ?? 0
  if (start + headerBytes > table.length) return { end: start, problem: 'the table ends within a structure' }
  if (length < headerBytes) return { end: start, problem: `the next structure has a length of ${length}` }
  const textsAt = start + length
  if (textsAt > table.length) return { end: start, problem: 'the table ends within a structure' }

  const fields = new DataView(table.buffer, table.byteOffset + start, length)
  const end = endOfTexts(table, textsAt)
  const structure = new Structure(fields, textsOf(table.subarray(textsAt, end)), onBadText)
  if (end === undefined) {
    return { structure, end: table.length, problem: 'the table ends within the texts of a structure' }
  }
  return { structure, end: end + 1 }
}

/** Returns the index of the zero that ends the texts: the one after the zero of the last text. */
function endOfTexts(table: Uint8Array, start: number): number | undefined {
  for (let zero = table.indexOf(0, start); zero >= 0; zero = table.indexOf(0, zero + 1)) {
    if (table[zero + 1] === 0) return zero + 1
  }
  return undefined
}

/** Returns the texts that have an end, up to the first empty one or the last that a field can refer to. */
function textsOf(bytes: Uint8Array): string[] {
  const texts: string[] = []
  let start = 0
  for (let end = bytes.indexOf(0); end > start && texts.length < textsMax; end = bytes.indexOf(0, start)) {
    texts.push(textOf(bytes.subarray(start, end)))
    start = end + 1
  }
  return texts
}

/** Decodes UTF-8, which the standard requires since version 3, or else Latin-1: every byte has a character in it. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return buffer.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

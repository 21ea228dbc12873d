/** A value of the registry by its type. `oversized` replaces one that is longer than `valueBytesMax`. */
export type RegistryValue =
  | { type: 'string' | 'expand'; value: string }
  | { type: 'strings'; value: string[] }
  | { type: 'dword'; value: number }
  | { type: 'qword'; value: bigint }
  | { type: 'binary'; value: Buffer }
  | { type: 'oversized'; bytes: number }

/** Longest value that is read. Names, texts and an EDID are far shorter. */
export const valueBytesMax = 64 * 1024
/** Most keys below one key, and most values of one key. */
export const namesMax = 20_000

/**
 * The values of a registry key. Names ignore case, as Windows does. Anything may write anything there, so a getter
 * returns undefined for a value of an unfitting type.
 */
export class RegistryValues {
  readonly #values: Map<string, { name: string; value: RegistryValue }>

  constructor(values: Iterable<readonly [string, RegistryValue]>) {
    this.#values = new Map([...values].map(([name, value]) => [name.toLowerCase(), { name, value }]))
  }

  /** Names in the order of Windows. */
  names(): string[] {
    return [...this.#values.values()].map(({ name }) => name)
  }

  /** Names of the values that are longer than `valueBytesMax`. */
  oversized(): string[] {
    return [...this.#values.values()].filter(({ value }) => value.type === 'oversized').map(({ name }) => name)
  }

  get(name: string): RegistryValue | undefined {
    return this.#values.get(name.toLowerCase())?.value
  }

  /** Returns a text without the spaces around it, or a number as text; undefined for an empty one. */
  text(name: string): string | undefined {
    const found = this.get(name)
    if (found?.type === 'string' || found?.type === 'expand') return found.value.trim() || undefined
    return found?.type === 'dword' || found?.type === 'qword' ? `${found.value}` : undefined
  }

  /** Returns a number, also one that was written as decimal digits. */
  number(name: string): number | undefined {
    const text = this.text(name)
    const number = text !== undefined && /^\d{1,20}$/.test(text) ? Number(text) : undefined
    return number !== undefined && Number.isSafeInteger(number) ? number : undefined
  }

  /** Returns the texts of a list; those of a single text too. */
  strings(name: string): string[] {
    const found = this.get(name)
    if (found?.type === 'strings') return found.value
    return found?.type === 'string' || found?.type === 'expand' ? [found.value] : []
  }

  binary(name: string): Buffer | undefined {
    const found = this.get(name)
    return found?.type === 'binary' ? found.value : undefined
  }
}

/** Types of winnt.h. */
const type = { string: 1, expand: 2, dword: 4, dwordBigEndian: 5, strings: 7, qword: 11 }

/** Decodes the bytes of a value. Bytes that do not fit their type stay bytes. */
export function decodeRegistryValue(kind: number, data: Buffer): RegistryValue {
  if (kind === type.string) return { type: 'string', value: wideText(data) }
  if (kind === type.expand) return { type: 'expand', value: wideText(data) }
  if (kind === type.strings) return { type: 'strings', value: wideTexts(data) }
  if (kind === type.dword && data.length === 4) return { type: 'dword', value: data.readUInt32LE() }
  if (kind === type.dwordBigEndian && data.length === 4) return { type: 'dword', value: data.readUInt32BE() }
  if (kind === type.qword && data.length === 8) return { type: 'qword', value: data.readBigUInt64LE() }
  return { type: 'binary', value: data }
}

/** Decodes a text up to its NUL, which may be missing. */
const wideText = (data: Buffer): string => allOf(data).split('\0', 1)[0] ?? ''

/** Decodes texts that each end in a NUL; an empty one ends the list. */
function wideTexts(data: Buffer): string[] {
  const texts = allOf(data).split('\0')
  const end = texts.indexOf('')
  return end < 0 ? texts : texts.slice(0, end)
}

/** An odd last byte is no character. */
const allOf = (data: Buffer): string => data.toString('utf16le', 0, data.length & ~1)

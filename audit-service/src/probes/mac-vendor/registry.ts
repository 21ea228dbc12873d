/** Hex digits of the IEEE's three sizes of block, longest first: MA-S (36 bits), MA-M (28), MA-L (24). */
const prefixDigits = [9, 7, 6] as const

const quote = 0x22
const backslash = 0x5c
/** Entries are numbered with 16 bits and prefixes have up to 36: together they fit a double's 53 bits of integer. */
const entriesMax = 65_536

/**
 * The file of the oui-data package: one flat JSON object of `"prefix": "name
 * address…"`. The bytes are indexed in place: 6 MB in total, while the parsed object takes 20 MB and more, which an
 * idle process would keep.
 */
export class VendorRegistry {
  private readonly bytes: Buffer
  /** Offset of each entry's value in the bytes, at its opening quote. */
  private readonly offsets: Uint32Array
  /** Sorted `prefix * 65536 + entry`, by digits of the prefix. */
  private readonly blocks: ReadonlyMap<number, Float64Array>

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.offsets = new Uint32Array(entriesMax)
    const keys = new Map(
      prefixDigits.map((digits) => [digits as number, { list: new Float64Array(entriesMax), size: 0 }]),
    )
    let entry = 0
    for (let start = bytes.indexOf(quote); start >= 0 && entry < entriesMax; entry++) {
      const end = endOfString(bytes, start)
      const value = bytes.indexOf(quote, end)
      if (value < 0) break
      const block = keys.get(end - start - 2)
      if (block) block.list[block.size++] = hexValue(bytes, start + 1, end - 1) * entriesMax + entry
      this.offsets[entry] = value
      start = bytes.indexOf(quote, endOfString(bytes, value))
    }
    this.blocks = new Map([...keys].map(([digits, { list, size }]) => [digits, list.slice(0, size).sort()]))
  }

  /** Returns the organization of the smallest block that contains the twelve hex digits. */
  find(digits: string): string | undefined {
    for (const length of prefixDigits) {
      const entry = findBlock(this.blocks.get(length), Number.parseInt(digits.slice(0, length), 16))
      if (entry !== undefined) return this.name(entry)
    }
    return undefined
  }

  /** Returns the first line of the entry; the following lines are a postal address. */
  private name(entry: number): string | undefined {
    const start = this.offsets[entry] ?? 0
    const text: unknown = JSON.parse(this.bytes.toString('utf8', start, endOfString(this.bytes, start)))
    return typeof text === 'string' ? text.split('\n', 1)[0]?.trim() || undefined : undefined
  }
}

/** Returns the number of the hex digits, read in place to avoid fifty thousand strings of garbage. */
function hexValue(bytes: Buffer, start: number, end: number): number {
  let value = 0
  for (let position = start; position < end; position++) {
    const byte = bytes[position] ?? 0
    value = value * 16 + (byte & 0x0f) + (byte >= 0x41 ? 9 : 0)
  }
  return value
}

/** Returns the position after the closing quote of the JSON string whose opening quote is at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  for (let position = start + 1; position < bytes.length; position++) {
    if (bytes[position] === backslash) position++
    else if (bytes[position] === quote) return position + 1
  }
  return bytes.length
}

function findBlock(blocks: Float64Array | undefined, prefix: number): number | undefined {
  if (!blocks) return undefined
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((blocks[middle] ?? 0) < prefix * entriesMax) low = middle + 1
    else high = middle
  }
  const found = blocks[low]
  return found !== undefined && Math.floor(found / entriesMax) === prefix ? found % entriesMax : undefined
}

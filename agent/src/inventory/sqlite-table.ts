type Value = string | number | Buffer | null
/** Rows by the names of their columns. */
export type Row = Readonly<Record<string, Value | undefined>>

const magic = 'SQLite format 3\0'
const rowsMax = 200_000

/**
 * Returns the rows of a table of an SQLite database (sqlite.org, Database File Format); undefined if it has no such table.
 * The bytes may come from another machine, so no library of SQLite can open them. Throws an Error for a damaged file.
 * Changes that are only in a journal are not seen.
 */
export function readTable(bytes: Buffer, table: string): Row[] | undefined {
  if (bytes.length === 0) return undefined
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw new Error('it is no SQLite database')
  const file = new DatabaseFile(bytes)
  for (const { values } of file.rows(1)) {
    const [type, name, , root, sql] = values
    if (type !== 'table' || name !== table || typeof root !== 'number' || typeof sql !== 'string') continue
    const columns = columnsOf(sql)
    return [...file.rows(root)].map(({ values }) =>
      Object.fromEntries(columns.map((column, index) => [column, values[index]])),
    )
  }
  return undefined
}

/** Returns the first words of the definitions of columns: `CREATE TABLE t(Name TEXT PRIMARY KEY, Time INTEGER)`. */
const columnsOf = (sql: string): string[] =>
  sql
    .slice(sql.indexOf('(') + 1)
    .split(',')
    .map((column) => column.trim().split(/[\s)]/, 1)[0] ?? '')

const leaf = 0x0d
const interior = 0x05

class DatabaseFile {
  readonly #bytes: Buffer
  readonly #pageBytes: number
  readonly #usable: number
  readonly #visited = new Set<number>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const pageBytes = bytes.readUInt16BE(16)
    this.#pageBytes = pageBytes === 1 ? 65_536 : pageBytes
    this.#usable = this.#pageBytes - bytes.readUInt8(20)
  }

  /** Yields the rows of the b-tree of a table. */
  *rows(number: number): Generator<{ values: Value[] }> {
    const page = this.#page(number)
    // The first page begins with the header of the file.
    const start = number === 1 ? 100 : 0
    const type = page.readUInt8(start)
    if (type !== leaf && type !== interior) throw new Error(`page ${number} is of no table`)
    const count = page.readUInt16BE(start + 3)
    const pointers = start + (type === leaf ? 8 : 12)
    for (let cell = 0; cell < count; cell += 1) {
      const at = page.readUInt16BE(pointers + cell * 2)
      if (type === leaf) yield { values: this.#record(page, at) }
      else yield* this.rows(page.readUInt32BE(at))
    }
    if (type === interior) yield* this.rows(page.readUInt32BE(start + 8))
  }

  /** Each page is read once, so that pages which lead back to themselves end. */
  #page(number: number): Buffer {
    if (this.#visited.has(number)) throw new Error(`page ${number} is used twice`)
    this.#visited.add(number)
    if (this.#visited.size > rowsMax) throw new Error(`it has more than ${rowsMax} pages`)
    const start = (number - 1) * this.#pageBytes
    if (number < 1 || start + this.#pageBytes > this.#bytes.length) throw new Error(`page ${number} is missing`)
    return this.#bytes.subarray(start, start + this.#pageBytes)
  }

  #record(page: Buffer, at: number): Value[] {
    const [payloadBytes, afterSize] = varint(page, at)
    const [, start] = varint(page, afterSize)
    const payload = this.#payload(page, start, payloadBytes)
    const values: Value[] = []
    let [headerEnd, header] = varint(payload, 0)
    let body = headerEnd
    while (header < headerEnd) {
      let type: number
      ;[type, header] = varint(payload, header)
      const [value, bytes] = valueAt(payload, body, type)
      values.push(value)
      body += bytes
    }
    return values
  }

  /** A long record continues in a chain of pages. */
  #payload(page: Buffer, start: number, bytes: number): Buffer {
    if (bytes > this.#bytes.length) throw new Error('a record is longer than the file')
    const localMax = this.#usable - 35
    if (bytes <= localMax) return page.subarray(start, start + bytes)
    const localMin = Math.floor(((this.#usable - 12) * 32) / 255) - 23
    const fitting = localMin + ((bytes - localMin) % (this.#usable - 4))
    const local = fitting <= localMax ? fitting : localMin
    const parts = [page.subarray(start, start + local)]
    let left = bytes - local
    for (let next = page.readUInt32BE(start + local); left > 0; ) {
      const more = this.#page(next)
      const part = more.subarray(4, 4 + Math.min(left, this.#usable - 4))
      parts.push(part)
      left -= part.length
      next = more.readUInt32BE(0)
    }
    return Buffer.concat(parts)
  }
}

/** Returns a number of 1 to 9 bytes, seven bits in each, and the position behind it. */
function varint(bytes: Buffer, at: number): [number, number] {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes.readUInt8(at + index)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + index + 1]
  }
  return [value * 256 + bytes.readUInt8(at + 8), at + 9]
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8]

/** Returns a value of a record and its length, by its serial type. */
function valueAt(bytes: Buffer, at: number, type: number): [Value, number] {
  if (type === 0) return [null, 0]
  if (type === 8 || type === 9) return [type - 8, 0]
  if (type === 7) return [bytes.readDoubleBE(at), 8]
  const length = type < 7 ? (integerBytes[type] ?? 0) : Math.floor((type - 12) / 2)
  if (length < 0 || at + length > bytes.length) throw new Error('a record is cut')
  if (type === 6) return [Number(bytes.readBigInt64BE(at)), length]
  if (type < 7) return [bytes.readIntBE(at, length), length]
  const content = bytes.subarray(at, at + length)
  return [type % 2 === 1 ? content.toString('utf8') : content, length]
}

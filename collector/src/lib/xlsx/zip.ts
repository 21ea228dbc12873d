import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type Text = AsyncIterable<string> | Iterable<string>
type Entry = { name: string; content: Text }
type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** Maximum size of an entry and of the archive: larger ones need the ZIP64 format. */
export const zipBytesMax = 0xff_ff_ff_00

/** Signatures of the parts of an archive (PKWARE APPNOTE 6.3.10, section 4.3). */
const signatures = { entry: 0x04034b50, sizes: 0x08074b50, listed: 0x02014b50, end: 0x06054b50 }
const version = 20
/** Sizes follow the content, and names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** The first day that the format has. Archives with the same content are equal. */
const [time, date] = [0, 0x21]

/** Packs texts as a ZIP archive, as they are read: nothing but a part of one entry is in memory. */
export async function* zip(entries: readonly Entry[]): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  const count = <B extends Uint8Array>(bytes: B): B => {
    offset += bytes.length
    if (offset > zipBytesMax) throw new Error('the archive is too large for the format')
    return bytes
  }
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    yield count(headerOf(entry))
    for await (const chunk of packed(content, entry)) {
      entry.packed += chunk.length
      yield count(chunk)
    }
    yield count(sizesOf(entry))
    written.push(entry)
  }
  const start = offset
  for (const entry of written) yield count(listedOf(entry))
  yield endOf(written.length, start, offset - start)
}

function packed(content: Text, entry: Written): AsyncIterable<Uint8Array> {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // An error of the source reaches the reader of `deflate`, which also ends the source if it stops early.
  pipeline(Readable.from(measured(), { objectMode: false }), deflate, () => undefined)
  return deflate
}

const headerOf = ({ name }: Written): Buffer =>
  Buffer.concat([
    of32(signatures.entry),
    of16(version, flags, deflated, time, date),
    // The checksum and the sizes follow the content.
    of32(0, 0, 0),
    of16(name.length, 0),
    name,
  ])

const sizesOf = ({ crc, packed, size }: Written): Buffer => of32(signatures.sizes, crc, packed, size)

const listedOf = ({ name, crc, packed, size, offset }: Written): Buffer =>
  Buffer.concat([
    of32(signatures.listed),
    of16(version, version, flags, deflated, time, date),
    of32(crc, packed, size),
    of16(name.length, 0, 0, 0, 0),
    of32(0, offset),
    name,
  ])

const endOf = (entries: number, start: number, bytes: number): Buffer =>
  Buffer.concat([of32(signatures.end), of16(0, 0, entries, entries), of32(bytes, start), of16(0)])

/** Fields of 16 and of 32 bits, in the order of the format. */
function of16(...values: number[]): Buffer {
  const fields = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) fields.writeUInt16LE(value, 2 * at)
  return fields
}

function of32(...values: number[]): Buffer {
  const fields = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) fields.writeUInt32LE(value, 4 * at)
  return fields
}

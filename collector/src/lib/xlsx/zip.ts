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

function headerOf({ name }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(signatures.entry, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function sizesOf({ crc, packed, size }: Written): Buffer {
  const sizes = Buffer.alloc(16)
  for (const [at, value] of [signatures.sizes, crc, packed, size].entries()) sizes.writeUInt32LE(value, at * 4)
  return sizes
}

function listedOf({ name, crc, packed, size, offset }: Written): Buffer {
  const listed = Buffer.alloc(46)
  listed.writeUInt32LE(signatures.listed, 0)
  listed.writeUInt16LE(version, 4)
  listed.writeUInt16LE(version, 6)
  listed.writeUInt16LE(flags, 8)
  listed.writeUInt16LE(deflated, 10)
  listed.writeUInt16LE(time, 12)
  listed.writeUInt16LE(date, 14)
  for (const [at, value] of [crc, packed, size].entries()) listed.writeUInt32LE(value, 16 + at * 4)
  listed.writeUInt16LE(name.length, 28)
  listed.writeUInt32LE(offset, 42)
  return Buffer.concat([listed, name])
}

function endOf(entries: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(start, 16)
  return end
}

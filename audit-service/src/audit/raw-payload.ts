import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** Raw answers of one probe, as a file of the raw payload. */
export type RawFile = { name: string; content: string | Buffer }

/** Largest raw payload on the wire, compressed, in bytes. */
export const rawBytesMax = 4 * 1024 * 1024

const compress = promisify(gzip)
/** A tar ends with two blocks of zeros. */
const endBytes = 1024

/**
 * Packs the files into one gzip-compressed tar (POSIX ustar), or returns undefined if there are none. If they exceed
 * `rawBytesMax`, the largest are left out and named in `dropped`. Each file is a gzip member of its own (RFC 1952,
 * section 2.2), so that it is compressed only once.
 */
export async function packRaw(files: readonly RawFile[], at: Date): Promise<{ raw?: Buffer; dropped: string[] }> {
  const end = await compress(Buffer.alloc(endBytes))
  const members: { name: string; bytes: Buffer }[] = []
  for (const file of files) members.push({ name: file.name, bytes: await compress(await tarEntry(file, at)) })
  const packed: Buffer[] = []
  const dropped: string[] = []
  let size = end.length
  for (const { name, bytes } of members.sort((a, b) => a.bytes.length - b.bytes.length)) {
    if (size + bytes.length > rawBytesMax) {
      dropped.push(name)
    } else {
      size += bytes.length
      packed.push(bytes)
    }
  }
  return packed.length === 0 ? { dropped } : { raw: Buffer.concat([...packed, end]), dropped }
}

/** Returns the header and the content of a file, without the end of the archive. */
async function tarEntry({ name, content }: RawFile, mtime: Date): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name, mtime, mode: 0o600 }, content)
  archive.finalize()
  const parts: Buffer[] = []
  for await (const part of archive) parts.push(part as Buffer)
  return Buffer.concat(parts).subarray(0, -endBytes)
}

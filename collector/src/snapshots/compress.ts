import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync } from 'node:zlib'

/** Up to this, handing it to a thread takes this one three times as long as doing it: 86 against 25 microseconds for 9 KiB. */
const atOnceBytesMax = 32 * 1024

const inThread = promisify(zstdCompress)

/** As a Zstandard frame (RFC 8878). */
export async function compress(content: Buffer): Promise<Buffer> {
  return content.length <= atOnceBytesMax ? zstdCompressSync(content) : inThread(content)
}

import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** What one probe heard, as a file of the raw payload. */
export type RawFile = { name: string; content: string | Buffer }

/** More than this, compressed, does not go over the wire. */
export const rawBytesMax = 4 * 1024 * 1024

/**
 * The files as one gzip-compressed tar (POSIX ustar), or undefined when there is none. When they come to more than
 * `rawBytesMax`, the largest are left out and `dropped` names them.
 */
export async function packRaw(files: readonly RawFile[], at: Date): Promise<{ raw?: Buffer; dropped: string[] }> {
  const kept = [...files].sort((a, b) => a.content.length - b.content.length)
  const dropped: string[] = []
  while (kept.length > 0) {
    const raw = gzipSync(await tar(kept, at))
    if (raw.length <= rawBytesMax) return { raw, dropped }
    const largest = kept.pop()
    if (largest) dropped.push(largest.name)
  }
  return { dropped }
}

async function tar(files: readonly RawFile[], mtime: Date): Promise<Buffer> {
  const archive = pack()
  for (const { name, content } of files) archive.entry({ name, mtime, mode: 0o600 }, content)
  archive.finalize()
  const parts: Buffer[] = []
  for await (const part of archive) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { extract, type Header, pack } from 'tar-stream'
import { z } from 'zod'
import { type BackupFile, type Manifest, manifestBytesMax, manifestName, manifestSchema } from './manifest.ts'

/** Low, since sections of snapshots are already compressed. */
const gzipLevel = 1

/**
 * Writes a gzip-compressed tar (POSIX ustar), readable by its owner only: the manifest, then its files. Resolves when
 * it is on disk.
 */
export async function writeArchive(
  path: string,
  manifest: Manifest,
  open: (file: BackupFile) => Readable,
): Promise<void> {
  const archive = pack()
  const fill = async () => {
    archive.entry({ name: manifestName, mode: 0o600 }, JSON.stringify(manifest, undefined, 2))
    for (const file of manifest.files) {
      await pipeline(open(file), archive.entry({ name: file.name, size: file.sizeBytes, mode: 0o600 }))
    }
    archive.finalize()
  }
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await Promise.all([pipeline(archive, createGzip({ level: gzipLevel }), output), fill()])
}

/** Processes the content of one file, which must be read to its end. */
type Take = (file: BackupFile, content: AsyncIterable<Buffer>) => Promise<void>

/**
 * Reads an archive to its end. It must contain exactly the files of its manifest, in the same order and with the same
 * sizes and checksums. Anything else throws an OperatorError.
 */
export async function readArchive(path: string, take: Take): Promise<Manifest> {
  let manifest: Manifest | undefined
  let taken = 0
  const takeEntry = async (header: Header, content: AsyncIterable<Buffer>) => {
    if (!manifest) {
      manifest = await readManifest(header, content)
      return
    }
    const file = manifest.files[taken]
    if (header.type !== 'file' || !file || header.name !== file.name || header.size !== file.sizeBytes) {
      throw new Error(`it contains ${JSON.stringify(header.name)}, which is not in its list`)
    }
    taken += 1
    await take(file, checked(file, content))
  }

  const archive = extract()
  let last = Promise.resolve()
  archive.on('entry', (header, content, next) => {
    last = takeEntry(header, content as AsyncIterable<Buffer>)
    last.then(() => next(), next)
  })
  try {
    await pipeline(createReadStream(path), createGunzip(), archive)
    if (!manifest || taken < manifest.files.length) throw new Error('it is incomplete: copy it again')
    return manifest
  } catch (error) {
    // Waits for the last write, so that the caller can clean up.
    await Promise.allSettled([last])
    throw new OperatorError(`cannot use the backup ${path}: ${reasonOf(error)}`)
  }
}

/** Returns the reason in words; zlib speaks of headers and bits. */
function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return 'it is incomplete: copy it again'
  return code.startsWith('Z_') ? 'it is damaged, or not a Rollcall backup' : messageOf(error)
}

async function readManifest({ name, type, size }: Header, content: AsyncIterable<Buffer>): Promise<Manifest> {
  if (name !== manifestName || type !== 'file' || size > manifestBytesMax)
    throw new Error('it is not a Rollcall backup')
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  const read = manifestSchema.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
  if (!read.success) throw new Error(`this version of Rollcall cannot read its format: ${z.prettifyError(read.error)}`)
  return read.data
}

async function* checked({ name, sha256 }: BackupFile, content: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  for await (const part of content) {
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== sha256) throw new Error(`${name} in it is damaged`)
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'

export type Finding = { secret: string; file: string }

const unpackedBytesMax = 256 * 1024 * 1024
/** Two levels: a backup holds a database, a database holds compressed sections. */
const depthMax = 3

/** Every name of a secret whose value stands in a file below `folder`, plain, encoded or compressed. */
export function findSecrets(folder: string, secrets: ReadonlyMap<string, string>): Finding[] {
  return filesBelow(folder).flatMap((path) => {
    const file = relative(folder, path)
    return [...secretsIn(readFileSync(path), secrets)].map((secret) => ({ secret, file }))
  })
}

/** The names of the secrets whose values stand in these bytes, also within compressed streams. */
export function secretsIn(bytes: Buffer, secrets: ReadonlyMap<string, string>, depth = depthMax): Set<string> {
  const found = new Set<string>()
  for (const [name, value] of secrets) {
    if (formsOf(value).some((form) => bytes.includes(form))) found.add(name)
  }
  if (depth === 0) return found
  for (const content of unpackedStreams(bytes)) {
    for (const name of secretsIn(content, secrets, depth - 1)) found.add(name)
  }
  return found
}

/** A text as programs write it: UTF-8, UTF-16, base64 at any of its three offsets, hexadecimal, and within JSON. */
function formsOf(value: string): Buffer[] {
  const plain = Buffer.from(value)
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), plain]).toString('base64')
    // Characters at the ends also hold bits of what stands beside them.
    return text.slice(offset === 0 ? 0 : 4, -4)
  })
  return [
    plain,
    Buffer.from(value, 'utf16le'),
    Buffer.from(plain.toString('hex')),
    Buffer.from(JSON.stringify(value).slice(1, -1)),
    ...base64.map((text) => Buffer.from(text)),
    ...base64.map((text) => Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'))),
  ]
}

const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08])
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Yields the content of each gzip and zstd stream that begins anywhere in the bytes. */
function* unpackedStreams(bytes: Buffer): Generator<Buffer> {
  for (const [magic, unpack] of [
    [gzipMagic, gunzipSync],
    [zstdMagic, zstdDecompressSync],
  ] as const) {
    for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) {
      try {
        yield unpack(bytes.subarray(at), { maxOutputLength: unpackedBytesMax })
      } catch {
        // The magic number stood there by chance, or the stream goes on elsewhere in the file.
      }
    }
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

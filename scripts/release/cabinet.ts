import { readFile, writeFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'

type CabinetFile = { path: string; name: string }

/** Uncompressed bytes of a data block, and how far a block may refer to those before it. */
const blockBytes = 32 * 1024

/**
 * Writes a cabinet ([MS-CAB]) with the files in this order, compressed by MSZIP ([MS-MCI]). Each block may repeat the
 * bytes of the block before it, which takes 2 MB off the agent; gcab compresses each block alone. `time` is seconds
 * since 1970; the same files give the same bytes.
 */
export async function writeCabinet(output: string, files: readonly CabinetFile[], time: number): Promise<void> {
  const contents = await Promise.all(files.map(({ path }) => readFile(path)))
  const { date, clock } = dosTime(time)
  let offset = 0
  const entries = files.map(({ name }, index) => {
    const bytes = contents[index]?.length ?? 0
    const entry = Buffer.concat([u32(bytes), u32(offset), u16(0), u16(date), u16(clock), u16(archived), text(name)])
    offset += bytes
    return entry
  })
  const blocks = compressed(Buffer.concat(contents))
  const filesAt = headerBytes + folderBytes
  const dataAt = filesAt + sum(entries)
  const folder = Buffer.concat([u32(dataAt), u16(blocks.length), u16(mszip)])
  const header = Buffer.concat([
    ...[Buffer.from('MSCF'), u32(0), u32(dataAt + sum(blocks)), u32(0), u32(filesAt), u32(0)],
    // Version 1.3; one folder; no flags; the only cabinet of its set.
    ...[Buffer.from([3, 1]), u16(1), u16(files.length), u16(0), u16(0), u16(0)],
  ])
  await writeFile(output, [header, folder, ...entries, ...blocks])
}

const headerBytes = 36
const folderBytes = 8
const mszip = 1
/** Attribute of a file. */
const archived = 0x20

function compressed(content: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let start = 0; start < content.length; start += blockBytes) {
    const plain = content.subarray(start, start + blockBytes)
    const dictionary = start === 0 ? {} : { dictionary: content.subarray(start - blockBytes, start) }
    const data = Buffer.concat([Buffer.from('CK'), deflateRawSync(plain, { level: 9, memLevel: 9, ...dictionary })])
    const sizes = Buffer.concat([u16(data.length), u16(plain.length)])
    blocks.push(Buffer.concat([u32(checksum(sizes, checksum(data, 0))), sizes, data]))
  }
  return blocks
}

/** Checksum of a data block: XOR of its words; the bytes of a last, partial word are taken in reverse order. */
function checksum(data: Buffer, seed: number): number {
  const whole = data.length - (data.length % 4)
  let result = seed
  for (let at = 0; at < whole; at += 4) result ^= data.readUInt32LE(at)
  let rest = 0
  for (const byte of data.subarray(whole)) rest = (rest << 8) | byte
  return (result ^ rest) >>> 0
}

/** Date and time as MS-DOS stores them, in UTC. */
function dosTime(seconds: number): { date: number; clock: number } {
  const at = new Date(seconds * 1000)
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    clock: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}

const sum = (parts: readonly Buffer[]): number => parts.reduce((bytes, part) => bytes + part.length, 0)
const text = (name: string) => Buffer.from(`${name}\0`, 'ascii')

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { documentBounds } from './json-bounds.ts'
import { type Packing, unpackJson, unpackSmall, unpackUpTo } from './unpack.ts'

const packers: [Packing, (bytes: Buffer) => Buffer][] = [
  ['none', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes)],
  ['zlib', (bytes) => deflateSync(bytes)],
  ['brotli', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
]
const bytesMax = 3 * 1024 * 1024
const unpack = (bytes: Buffer, packing: Packing) => unpackJson({ bytes, packing }, bytesMax, documentBounds)
/** Software lists that compress about as well as those of agents. */
const software = (count: number) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, n) => ({ name: `lib${n}`, version: `${(n * 7919) % 9973}.${n % 17}` })),
    ),
  )

describe.each(packers)('a body packed as %s', (packing, pack) => {
  it.each([0, 10, 40_000])('of %i items is unpacked', async (count) => {
    const { json, containers } = await unpack(pack(software(count)), packing)
    expect(json.equals(software(count))).toBe(true)
    expect(containers).toBe(count + 1)
  })

  it('is refused beyond its limit', async () => {
    const large = Buffer.from(JSON.stringify([software(90_000).toString('base64')]))
    await expect(unpack(pack(large), packing)).rejects.toThrow('The body is larger than 3 MiB unpacked.')
  })

  it('is refused with too many values', async () => {
    const values = pack(Buffer.from(`[${'{},'.repeat(600_000)}{}]`))
    await expect(unpack(values, packing)).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  it('is unpacked synchronously only if it is small', async () => {
    const packed = { bytes: pack(software(1_000)), packing }
    expect(unpackSmall(packed, 1_000_000)?.equals(software(1_000))).toBe(true)
    expect(unpackSmall(packed, 1_000)).toBeUndefined()
    expect(await unpackUpTo(packed, 1_000)).toBeUndefined()
    expect((await unpackUpTo(packed, 1_000_000))?.equals(software(1_000))).toBe(true)
  })
})

it('refuses a zstd frame that requires much memory', async () => {
  const params = { [constants.ZSTD_c_windowLog]: 27 }
  const frame = zstdCompressSync(Buffer.alloc(200 * 1024 * 1024), { params })
  await expect(unpack(frame, 'zstd')).rejects.toThrow('not valid zstd')
})

describe.each(packers.filter(([packing]) => packing !== 'none'))('a body compressed as %s', (packing, pack) => {
  it('is refused as a bomb without being stored', async () => {
    const bomb = pack(Buffer.alloc(20 * 1024 * 1024, ' '))
    const before = process.memoryUsage().arrayBuffers
    await expect(unpack(bomb, packing)).rejects.toThrow('more than 100 times its size')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024)
  })

  it('is refused if it is corrupt', async () => {
    for (const broken of [Buffer.from('no such thing'), pack(software(40_000)).subarray(0, -20)]) {
      await expect(unpack(broken, packing)).rejects.toMatchObject({ code: 'validation_failed' })
      const parts = { bytes: broken, packing }
      await expect(unpackUpTo(parts, bytesMax)).rejects.toMatchObject({ code: 'validation_failed' })
    }
    expect(() => unpackSmall({ bytes: Buffer.from('no such thing'), packing }, bytesMax)).toThrow(
      `not valid ${packing}`,
    )
  })
})

import { randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { patchesIn, patchFrame } from './patch-frame.ts'

/** Every way in which the length of a match is written, and more than a block holds. */
const lengths = [
  ...Array.from({ length: 140 }, (_, index) => index + 3),
  ...[255, 258, 259, 514, 515, 1_030, 2_051, 4_100, 8_200, 16_390, 32_770, 32_771, 65_538, 65_539],
  ...[131_071, 131_072, 131_073, 131_075, 400_000],
]

it('decompresses to its dictionary with the patches applied', () => {
  for (const length of lengths) {
    const dictionary = Buffer.concat([Buffer.from('{"'), randomBytes(length * 3 + 60)])
    const content = Buffer.from(dictionary)
    const patches = [
      { at: length, bytes: randomBytes(36) },
      { at: length * 2 + 36, bytes: randomBytes(24) },
    ]
    for (const { at, bytes } of patches) bytes.copy(content, at)
    const frame = patchFrame(content.length, patches)
    expect(frame?.length).toBeLessThan(300)
    expect(zstdDecompressSync(frame ?? Buffer.alloc(0), { dictionary }).equals(content)).toBe(true)
  }
})

it.each([
  ['too close to one another', [0, 38]],
  ['too close to the end', [10, 74]],
  ['at the very beginning', [0, 50]],
])('rejects patches that are %s', (_, [first = 0, second = 0]) => {
  const patches = [
    { at: first, bytes: randomBytes(36) },
    { at: second, bytes: randomBytes(24) },
  ]
  expect(patchFrame(100, patches)).toBeUndefined()
})

describe('patchesIn', () => {
  const ranges = [
    { at: 20, length: 36 },
    { at: 80, length: 24 },
  ]
  const patches = ranges.map(({ at, length }) => ({ at, bytes: randomBytes(length) }))
  const frame = patchFrame(300_000, patches) ?? Buffer.alloc(0)

  it('finds the patches of a frame without its dictionary', () => {
    expect(patchesIn(frame, 300_000, ranges)).toEqual(patches)
  })

  it.each<[string, Buffer, number]>([
    ['of another size', frame, 300_001],
    [
      'with a patch elsewhere',
      patchFrame(300_000, [{ at: 21, bytes: randomBytes(36) }, ...patches.slice(1)]) ?? frame,
      300_000,
    ],
    ['with one more patch', patchFrame(300_000, [...patches, { at: 900, bytes: randomBytes(4) }]) ?? frame, 300_000],
    ['with one patch less', patchFrame(300_000, patches.slice(1)) ?? frame, 300_000],
    ['that Zstandard wrote', zstdCompressSync(randomBytes(300)), 300],
    ['that is cut', frame.subarray(0, -1), 300_000],
    ['that is empty', Buffer.alloc(0), 300_000],
    [
      'whose blocks claim more bytes than there are',
      Buffer.concat([frame.subarray(0, 9), Buffer.alloc(3, 0xf8)]),
      300_000,
    ],
  ])('finds none in a frame %s', (_, other, size) => {
    expect(patchesIn(other, size, ranges)).toBeUndefined()
  })

  it('finds none in a frame with any bit changed outside of the patches', () => {
    for (let at = 0; at < frame.length; at += 1) {
      const changed = Buffer.from(frame)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      const found = patchesIn(changed, 300_000, ranges)
      if (found)
        expect(found.flatMap(({ bytes }) => [...bytes])).not.toEqual(patches.flatMap(({ bytes }) => [...bytes]))
    }
  })
})

import { randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { patchFrame } from './patch-frame.ts'

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

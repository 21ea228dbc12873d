import { expect, it } from 'vitest'
import { compress, decompress, decompressInThread, release } from './compress.ts'

const sizes = [0, 1, 63, 64, 4_096, 65_535, 65_536, 1_200_000]

it.each(sizes)('decompresses with little extra memory: %i bytes', async (size) => {
  const content = Buffer.from(Array.from({ length: size }, (_, index) => index % 251))
  const frame = { content: await compress(content), size }
  for (const read of [decompress(frame), await decompressInThread(frame)]) {
    expect(read.equals(content)).toBe(true)
    expect(read.buffer.byteLength).toBeLessThanOrEqual(Math.max(Buffer.poolSize, size + 1))
  }
})

it('rejects content longer than its stated size', async () => {
  const frame = { content: await compress(Buffer.alloc(100_000)), size: 99_999 }
  expect(() => decompress(frame)).toThrow()
  await expect(decompressInThread(frame)).rejects.toThrow()
})

it('frees memory at once, but not shared buffers', async () => {
  const [large, small] = await Promise.all(
    [100_000, 1_000].map(async (size) => decompress({ content: await compress(Buffer.alloc(size, 'a')), size })),
  )
  for (const content of [large, small]) if (content) release(content)
  expect(large?.length).toBe(0)
  expect(small?.toString()).toBe('a'.repeat(1_000))
})

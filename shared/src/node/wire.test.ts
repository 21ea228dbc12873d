import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeMessage, encodeMessage, messageBytesMax, UnreadableMessageError } from './wire.ts'

/** Text without repetition, which does not compress. */
const text = (length: number) =>
  randomBytes(length / 2 + 1)
    .toString('hex')
    .slice(0, length)

test('decodes every message up to the limit', async () => {
  const largest = text(messageBytesMax - 2)
  expect(await decodeMessage(await encodeMessage(largest))).toBe(largest)
})

test('refuses to encode a message that a receiver would refuse', async () => {
  await expect(encodeMessage('x'.repeat(messageBytesMax - 1))).rejects.toThrow(UnreadableMessageError)
  // Two bytes each.
  await expect(encodeMessage('é'.repeat(messageBytesMax / 2))).rejects.toThrow(/33554434 bytes; at most 33554432/)
  await expect(encodeMessage('x'.repeat(messageBytesMax - 2))).rejects.toThrow(/at most 100 times as many are read/)
})

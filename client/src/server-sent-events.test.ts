import { expect, test } from 'vitest'
import { readEvents } from './server-sent-events.ts'
import { all } from './testing/collector.ts'

/** Reads the events of a stream that arrives in these pieces. */
function eventsOf(...pieces: string[]) {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
  return all(readEvents(ReadableStream.from(bytes) as ReadableStream<Uint8Array>))
}
const added = { id: '1', event: 'device.added', data: '{"name":"ä"}' }

test.each(['\n', '\r\n'])('reads events whose lines end in %j, in any pieces', async (end) => {
  const text = [': comment', '', 'id: 1', 'event: device.added', 'data: {"name":"ä"}', '', ''].join(end)
  expect(await eventsOf(text)).toEqual([added])
  expect(await eventsOf(...text)).toEqual([added])
  const bytes = new TextEncoder().encode(text)
  const single = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte))) as ReadableStream<Uint8Array>
  expect(await all(readEvents(single))).toEqual([added])
})

test('joins several lines of data, and gives the default type', async () => {
  expect(await eventsOf('data: a\ndata:b\n\n')).toEqual([{ id: '', event: 'message', data: 'a\nb' }])
})

test('drops an event that was cut off', async () => {
  expect(await eventsOf('id: 1\ndata: {"a"')).toEqual([])
})

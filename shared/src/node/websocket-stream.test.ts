import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/harness/wait.ts'
import { WebSocketStream, webSocketAcceptOf } from './websocket-stream.ts'

/** Connects a stream with a peer in this process. The peer reads and writes the frames. */
function connected(first = Buffer.alloc(0)) {
  const written: Buffer[] = []
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk)
      done()
    },
  })
  return { socket, stream: new WebSocketStream(socket, first), written: () => Buffer.concat(written) }
}

const frame = (opcode: number, payload: Buffer, isFinal = true) => {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length <= 0xffff ? 4 : 10)
  head[0] = (isFinal ? 0x80 : 0) | opcode
  head[1] = length < 126 ? length : length <= 0xffff ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}
const close = frame(8, Buffer.from([3, 232]))

/** Reads the frames of a client, which must be masked. */
function unmasked(bytes: Buffer): { opcode: number; payload: Buffer }[] {
  const frames: { opcode: number; payload: Buffer }[] = []
  for (let at = 0; at < bytes.length; ) {
    const [first = 0, second = 0] = bytes.subarray(at)
    expect(second & 0x80).toBe(0x80)
    const short = second & 0x7f
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
    const length =
      lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const start = at + 2 + lengthBytes + 4
    const mask = bytes.subarray(start - 4, start)
    frames.push({
      opcode: first & 0x0f,
      payload: Buffer.from(bytes.subarray(start, start + length).map((byte, index) => byte ^ (mask[index & 3] ?? 0))),
    })
    at = start + length
  }
  return frames
}

describe('WebSocketStream', () => {
  it('computes the answer to a key (RFC 6455 section 1.3)', () => {
    expect(webSocketAcceptOf('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  })

  it.each([1, 2, 3, 7, 1000, 100_000])(
    'reads frames of all lengths that arrive in pieces of %i bytes',
    async (size) => {
      const payloads = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000].map((length) => randomBytes(length))
      const sent = Buffer.concat([
        ...payloads.map((payload, index) => frame(index === 0 ? 2 : index % 3 === 0 ? 0 : 2, payload, index % 2 === 0)),
        frame(9, Buffer.from('ping')),
        frame(10, Buffer.alloc(0)),
        close,
      ])
      const { socket, stream } = connected(sent.subarray(0, size))
      const received = buffer(stream)
      for (let at = size; at < sent.length; at += size) socket.push(sent.subarray(at, at + size))
      expect((await received).equals(Buffer.concat(payloads))).toBe(true)
    },
  )

  it('writes masked frames that contain what was written', async () => {
    const { stream, written } = connected()
    const payloads = [1, 125, 126, 65_535, 65_536, 200_000].map((length) => randomBytes(length))
    for (const payload of payloads) stream.write(payload)
    stream.write(Buffer.alloc(0))
    stream.end()
    await once(stream, 'finish')
    const frames = unmasked(written())
    expect(frames.map(({ opcode }) => opcode)).toEqual([...payloads.map(() => 2), 8])
    expect(Buffer.concat(frames.slice(0, -1).map(({ payload }) => payload)).equals(Buffer.concat(payloads))).toBe(true)
  })

  it('answers a ping between the parts of a message', async () => {
    const { socket, stream, written } = connected()
    const received = buffer(stream)
    socket.push(
      Buffer.concat([frame(2, Buffer.from('a'), false), frame(9, Buffer.from('x')), frame(0, Buffer.from('b')), close]),
    )
    expect((await received).toString()).toBe('ab')
    expect(unmasked(written())[0]).toEqual({ opcode: 10, payload: Buffer.from('x') })
  })

  it('reads no faster than its reader', async () => {
    const { socket, stream } = connected()
    const payload = Buffer.alloc(1024 * 1024)
    socket.push(frame(2, payload))
    await once(stream, 'readable')
    expect(socket.isPaused()).toBe(true)
    stream.resume()
    await waitFor(() => !socket.isPaused(), { what: 'the stream to read on' })
  })

  it.each([
    ['a masked frame', Buffer.from([0x82, 0x81, 0, 0, 0, 0, 0])],
    ['a reserved bit', Buffer.from([0xc2, 0])],
    ['a reserved opcode', Buffer.from([0x83, 0])],
    ['a long control frame', Buffer.from([0x89, 126, 0, 200])],
    ['a frame longer than any', Buffer.from([0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255])],
  ])('ends on %s', async (_what, bytes) => {
    const { socket, stream } = connected()
    const failed = once(stream, 'error')
    socket.push(bytes)
    expect(String((await failed)[0])).toMatch(/the server sent/)
    expect(socket.destroyed).toBe(true)
  })
})

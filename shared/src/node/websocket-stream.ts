import { createHash, randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'

/** Constant of the handshake (RFC 6455 section 1.3). */
const handshakeId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export const newWebSocketKey = (): string => randomBytes(16).toString('base64')
export const webSocketAcceptOf = (key: string): string =>
  createHash('sha1')
    .update(key + handshakeId)
    .digest('base64')

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
const controlBytesMax = 125
const normalClosure = Buffer.from([1000 >> 8, 1000 & 0xff])

/**
 * Client's end of a WebSocket (RFC 6455 section 5) as a stream of bytes. The bounds of messages are dropped, because NATS
 * has its own: so a frame of any length passes through without being held in memory.
 */
export class WebSocketStream extends Duplex {
  readonly #socket: Duplex
  /** Bytes of an incomplete frame header, or of a control frame. */
  #head: Buffer = Buffer.alloc(0)
  /** Bytes of the current data frame that have not arrived yet. */
  #payloadLeft = 0

  /** `first` contains bytes that arrived with the answer to the handshake. */
  constructor(socket: Duplex, first: Buffer) {
    super()
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    if (first.length > 0) this.#receive(first)
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // NATS writes an empty chunk to flush.
    if (chunk.length === 0) done()
    else this.#socket.write(frameOf(opcodes.binary, chunk), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(frameOf(opcodes.close, normalClosure), () => done())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #receive(bytes: Buffer): void {
    try {
      for (let rest = bytes; rest.length > 0 && !this.destroyed; ) rest = this.#take(rest)
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Takes the bytes of one payload or one header, and returns the rest. */
  #take(bytes: Buffer): Buffer {
    if (this.#payloadLeft > 0) {
      const payload = bytes.subarray(0, this.#payloadLeft)
      this.#payloadLeft -= payload.length
      if (!this.push(payload)) this.#socket.pause()
      return bytes.subarray(payload.length)
    }
    this.#head = Buffer.concat([this.#head, bytes])
    const frame = parseFrame(this.#head)
    if (frame === undefined) return Buffer.alloc(0)
    const rest = this.#head.subarray(frame.headerBytes)
    if (frame.opcode <= opcodes.binary) {
      this.#payloadLeft = frame.payloadBytes
    } else if (rest.length < frame.payloadBytes) {
      return Buffer.alloc(0)
    } else this.#control(frame.opcode, rest.subarray(0, frame.payloadBytes))
    this.#head = Buffer.alloc(0)
    return frame.opcode <= opcodes.binary ? rest : rest.subarray(frame.payloadBytes)
  }

  #control(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) this.#socket.write(frameOf(opcodes.pong, payload))
    if (opcode !== opcodes.close) return
    this.push(null)
    this.end()
  }
}

type Frame = { opcode: number; headerBytes: number; payloadBytes: number }

/** Parses a frame header of a server; undefined if it is incomplete. */
function parseFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  const opcode = first & 0x0f
  const isControl = opcode >= opcodes.close
  if ((first & 0x70) !== 0 || (second & 0x80) !== 0 || (opcode > 2 && opcode < 8) || opcode > 10) {
    throw new Error('the server sent an invalid WebSocket frame')
  }
  const length = second & 0x7f
  if (isControl && length > controlBytesMax) throw new Error('the server sent a control frame that is too long')
  const headerBytes = length === 127 ? 10 : length === 126 ? 4 : 2
  if (bytes.length < headerBytes) return undefined
  if (length < 126) return { opcode, headerBytes, payloadBytes: length }
  const payloadBytes = length === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (!Number.isSafeInteger(payloadBytes)) throw new Error('the server sent a WebSocket frame that is too long')
  return { opcode, headerBytes, payloadBytes }
}

/** Builds a frame of a client, whose payload must be masked. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const lengthBytes = length < 126 ? 0 : length <= 0xffff ? 2 : 8
  const start = 2 + lengthBytes + 4
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127)
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2)
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2)
  const mask = randomBytes(4)
  mask.copy(frame, start - 4)
  for (let at = 0; at < length; at += 1) frame[start + at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0)
  return frame
}

import { IncomingMessage } from 'node:http'
import type { Server } from 'node:https'

/** Pieces of a body that may be of any size. */
const freePieces = 512
/** Bytes that the pieces of a longer body must have on average. */
const pieceBytesMin = 64

export const tooManyPieces = 'ERR_BODY_IN_TINY_PIECES'

/**
 * A request whose body does not come in very many tiny pieces. Each piece takes some 250 bytes and a microsecond,
 * whatever it holds: 60 KB sent byte by byte would take 15 MB on each connection, before anybody reads it.
 */
export class BoundedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  #isRefused = false
  #beforeBody: (() => void) | undefined

  /** Calls back once, when the body is first read. */
  beforeBody(callback: () => void): void {
    this.#beforeBody = callback
  }

  override _read(bytes: number): void {
    const callback = this.#beforeBody
    this.#beforeBody = undefined
    callback?.()
    super._read(bytes)
  }

  override push(piece: Buffer | null): boolean {
    if (this.#isRefused) return false
    if (piece === null) return super.push(piece)
    this.#pieces += 1
    this.#bytes += piece.length
    if (this.#pieces <= freePieces || this.#bytes >= this.#pieces * pieceBytesMin) return super.push(piece)
    this.#isRefused = true
    const { server } = this.socket as typeof this.socket & { server: Server }
    server.emit('clientError', Object.assign(new Error('a body in tiny pieces'), { code: tooManyPieces }), this.socket)
    return false
  }
}

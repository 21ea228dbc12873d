import { IncomingMessage } from 'node:http'
import type { Server } from 'node:https'

/** Pieces of a body that may have any size. */
const freePieces = 512
/** Minimum average size of the pieces of a longer body, in bytes. */
const pieceBytesMin = 64

export const tooManyPieces = 'ERR_BODY_IN_TINY_PIECES'

/**
 * Request whose body must not arrive in very many tiny pieces. Each piece costs some 250 bytes and a microsecond,
 * whatever its size: 60 KB sent byte by byte would take 15 MB on each connection before the body is read.
 */
export class BoundedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  #isRefused = false
  #beforeBody: (() => void) | undefined

  /** Calls back once, before the body is first read. */
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

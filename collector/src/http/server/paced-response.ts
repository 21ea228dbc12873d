import { type IncomingMessage, ServerResponse } from 'node:http'

/** Two TLS records (RFC 8446 section 5.1): a smaller piece takes more time than its bytes. */
const pieceBytesMax = 32 * 1024

/**
 * A response that hands a long body to its connection piece by piece, each after the one before it was sent. TLS encrypts
 * whatever it gets at once: a reader that takes nothing would hold an encrypted copy of the whole body in memory.
 */
export class PacedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
  override end(chunk?: unknown, ...rest: unknown[]): this {
    // Before the headers are there Node counts the length by itself.
    const bytes = this.headersSent ? bytesOf(chunk) : undefined
    if (bytes === undefined || bytes.length <= pieceBytesMax) return super.end(...([chunk, ...rest] as [unknown]))
    this.#send(bytes)
    return this
  }

  #send(bytes: Uint8Array): void {
    if (bytes.length <= pieceBytesMax) {
      super.end(bytes)
      return
    }
    super.write(bytes.subarray(0, pieceBytesMax), (error) => {
      if (!error) this.#send(bytes.subarray(pieceBytesMax))
    })
  }
}

function bytesOf(chunk: unknown): Uint8Array | undefined {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk instanceof Uint8Array ? chunk : undefined
}

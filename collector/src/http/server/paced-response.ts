import { type IncomingMessage, ServerResponse } from 'node:http'

/** Two TLS records (RFC 8446 section 5.1): smaller pieces cost too much time for their size. */
const pieceBytesMax = 32 * 1024

/**
 * Response that writes a long body to its connection piece by piece, each after the previous one was sent. TLS encrypts
 * everything it gets at once: a client that reads nothing would hold an encrypted copy of the whole body in memory.
 */
export class PacedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
  override end(chunk?: unknown, ...rest: unknown[]): this {
    // Before the headers are sent, Node counts the length itself.
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

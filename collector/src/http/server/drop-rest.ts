import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:https'

/** After an answer the rest of its request's body is read for so long. */
const dropMsMax = 30_000

/**
 * Reads and drops what still comes of a body after its answer. Callers that send all of a body before they read would lose
 * the answer with the connection.
 */
export function dropRestOfBodies(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isLast = request.headers.connection?.toLowerCase() === 'close'
    // Node would close the connection with the answer, while the caller still sends.
    if (isLast && hasBody(request)) response.shouldKeepAlive = true
    response.on('finish', () => {
      const end = () => {
        if (isLast) request.socket.end()
      }
      if (request.readableEnded || request.destroyed) {
        end()
        return
      }
      const cut = setTimeout(() => request.socket.destroy(), dropMsMax).unref()
      request
        .once('close', () => clearTimeout(cut))
        .once('end', () => {
          clearTimeout(cut)
          end()
        })
      request.resume()
    })
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

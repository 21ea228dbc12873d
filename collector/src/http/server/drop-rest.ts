import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:https'

/** Time for which the rest of a request body is read after the response. */
const dropMsMax = 30_000

/**
 * Reads and drops the rest of a request body after the response. A caller that sends its whole body before it reads
 * would otherwise lose the response.
 */
export function dropRestOfBodies(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isLast = request.headers.connection?.toLowerCase() === 'close'
    // Node would close the connection with the response while the caller still sends.
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

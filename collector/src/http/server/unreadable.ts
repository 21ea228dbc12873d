import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Server } from 'node:https'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import type { ErrorCode } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { problemBody } from '../answers/problem.ts'
import { tooManyPieces } from './body-in-pieces.ts'
import { strictTransportSecurity } from './transport-security.ts'

type Said = { code: ErrorCode | 'internal_error'; detail: string }

const known: Record<string, Said> = {
  HPE_INVALID_METHOD: { code: 'malformed_request', detail: 'The HTTP method is not valid.' },
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', detail: 'The request line and headers exceed 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: 'The request did not arrive completely in time.' },
  [tooManyPieces]: {
    code: 'malformed_request',
    detail: 'The body came in too many small chunks. Send larger chunks.',
  },
}

/** Makes what is no request, and so never reaches the app, be answered like all else: with a problem and a request id. */
export function answerUnreadable(server: Server): void {
  const latest = new WeakMap<Duplex, [IncomingMessage, ServerResponse]>()
  server.on('request', (request, response) => void latest.set(request.socket, [request, response]))
  server.on('clientError', (error, socket) => {
    const [request, response] = latest.get(socket) ?? []
    const isAnswering = response?.writableFinished === false && (response.headersSent || request?.complete)
    // It would be taken for the answer to the request before, or for a part of that.
    if (!socket.writable || isAnswering) return socket.destroy()
    const code = 'code' in error ? String(error.code) : error.name
    // The parser's own word tells whoever wrote the client what to look for.
    const said = known[code] ?? {
      code: 'malformed_request',
      detail: `The request is not valid HTTP/1.1: ${code}.`,
    }
    // What still comes is not read, so nothing is waited for.
    return socket.end(answer(said), () => socket.destroy())
  })
}

/** For a request that cannot be turned into one of the app, as it has no Host or no path; the app answers its own errors. */
export function refuseUnreadable(error: unknown): Response {
  const said: Said =
    error instanceof RequestError
      ? { code: 'malformed_request', detail: `${error.message}.` }
      : { code: 'internal_error', detail: 'An unexpected error.' }
  const { body, headers, status } = problemOf(said)
  return new Response(body, { status, headers: { ...headers, Connection: 'close' } })
}

/** For a stranger that sends more than it may. */
export function refuseTooMany(retryAfterSeconds: number): Response {
  const detail = `Too many calls without a valid token from this address; try again in ${retryAfterSeconds} seconds.`
  const { body, headers, status } = problemOf({ code: 'rate_limited', detail })
  return new Response(body, { status, headers: { ...headers, 'Retry-After': String(retryAfterSeconds) } })
}

function answer(said: Said): string {
  const { body, headers, status } = problemOf(said)
  const lines = Object.entries({
    ...headers,
    ...strictTransportSecurity,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function problemOf({ code, detail }: Said) {
  const requestId = newId()
  const problem = problemBody(code, { detail, requestId })
  const headers = { 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId }
  return { status: problem.status, headers, body: JSON.stringify(problem) }
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Server } from 'node:https'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { counted } from '@rollcall/shared/counted.ts'
import type { ErrorCode } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { problemBody } from '../answers/problem.ts'
import { tooManyPieces } from './body-in-pieces.ts'
import { strictTransportSecurity } from './transport-security.ts'

type ProblemFields = { code: ErrorCode | 'internal_error'; detail: string }

const parserProblems: Record<string, ProblemFields> = {
  HPE_INVALID_METHOD: { code: 'malformed_request', detail: 'The HTTP method is not valid.' },
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', detail: 'The request line and headers exceed 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: 'The request did not arrive completely in time.' },
  [tooManyPieces]: {
    code: 'malformed_request',
    detail: 'The body came in too many small chunks. Send larger chunks.',
  },
}

/** Responds to requests that are not valid HTTP, and so never reach the app, with a problem and a request id. */
export function answerUnreadable(server: Server): void {
  const latest = new WeakMap<Duplex, [IncomingMessage, ServerResponse]>()
  server.on('request', (request, response) => void latest.set(request.socket, [request, response]))
  server.on('clientError', (error, socket) => {
    const [request, response] = latest.get(socket) ?? []
    const isAnswering = response?.writableFinished === false && (response.headersSent || request?.complete)
    // The client would take it for the response to the previous request, or for a part of it.
    if (!socket.writable || isAnswering) return socket.destroy()
    const code = 'code' in error ? String(error.code) : error.name
    // The error code of the parser tells the author of the client what is wrong.
    const problem = parserProblems[code] ?? {
      code: 'malformed_request',
      detail: `The request is not valid HTTP/1.1: ${code}.`,
    }
    // The rest is not read, so the socket does not wait for it.
    return socket.end(answer(problem), () => socket.destroy())
  })
}

/** Responds to a request that the app cannot get because it has no Host or no path. */
export function refuseUnreadable(error: unknown): Response {
  const problem: ProblemFields =
    error instanceof RequestError
      ? { code: 'malformed_request', detail: `${error.message}.` }
      : { code: 'internal_error', detail: 'An unexpected error.' }
  const { body, headers, status } = problemOf(problem)
  return new Response(body, { status, headers: { ...headers, Connection: 'close' } })
}

/** Responds to an unauthenticated caller that exceeds its rate. */
export function refuseTooMany(retryAfterSeconds: number): Response {
  const detail = `Too many calls without a valid token from this address; try again in ${counted(retryAfterSeconds, 'second')}.`
  const { body, headers, status } = problemOf({ code: 'rate_limited', detail })
  return new Response(body, { status, headers: { ...headers, 'Retry-After': String(retryAfterSeconds) } })
}

function answer(problem: ProblemFields): string {
  const { body, headers, status } = problemOf(problem)
  const lines = Object.entries({
    ...headers,
    ...strictTransportSecurity,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function problemOf({ code, detail }: ProblemFields) {
  const requestId = newId()
  const problem = problemBody(code, { detail, requestId })
  const headers = { 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId }
  return { status: problem.status, headers, body: JSON.stringify(problem) }
}

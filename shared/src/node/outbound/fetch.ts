import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { OutboundAgents } from './http-agents.ts'

type Request = { method?: string; headers?: Record<string, string>; body?: string; signal: AbortSignal }
type OutboundResponse = { status: number; text: string }

/** The answer was longer than `bytesMax`. */
export class AnswerTooLong extends Error {}

/** Makes one HTTP call. It follows no redirect and reads at most `bytesMax` of the answer. */
export function outboundFetch(
  url: URL,
  agents: OutboundAgents,
  { method = 'GET', headers = {}, body, signal }: Request,
  bytesMax: number,
): Promise<OutboundResponse> {
  const isHttps = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>()
  const fail = (error: Error) => reject(signal.aborted ? signal.reason : error)
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const options = { method, headers: { ...headers, ...length }, signal, agent: isHttps ? agents.https : agents.http }
  const request = (isHttps ? requestHttps : requestHttp)(url, options, (answer) => {
    const chunks: Buffer[] = []
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) answer.destroy(new AnswerTooLong(`more than ${bytesMax} bytes`))
      else chunks.push(chunk)
    })
    answer.on('error', fail)
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
  })
  request.on('error', fail)
  // 101 Switching Protocols is no response to Node: it emits neither a response nor an error.
  request.on('close', () => fail(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' })))
  request.end(body)
  return promise
}

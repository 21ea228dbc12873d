import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer as bytesOf, text as textOf } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureCertificates } from '../../operations/certificates/ensure-certificates.ts'
import { bodyBudgetLimits, createBodyBudget } from '../agent/body-budget.ts'
import { readBytes } from '../agent/read-body.ts'
import { errorMapper } from '../answers/problem.ts'
import type { Environment } from '../environment.ts'
import { type HttpsServer, listenHttps } from './server.ts'

let folder: string
let server: HttpsServer
let impatient: HttpsServer
let ca: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-https-'))
  const certificates = await ensureCertificates({
    dataDir: folder,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    log: { warn: () => undefined },
    now: new Date(),
  })
  ca = await readFile(certificates.caFile, 'utf8')
  const app = new Hono<Environment>()
  const budget = createBodyBudget({ ...bodyBudgetLimits, senderBytesMax: 1_000_000 })
  const sender = { siteId: 'a', id: '1', name: 'agent 1' }
  app.post('/refused', () => {
    throw new DomainError('invalid_token', 'Nobody.')
  })
  app.post('/read', async (c) => c.text(String((await readBytes(c, budget.open(sender))).length)))
  app.post('/whole', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  app.get('/much', (c) => c.body(much))
  app.get('/long', (c) => c.body(long))
  app.get('/long-text', (c) => c.text(longText))
  app.all('/waits', () => new Promise<Response>(() => undefined))
  app.onError(errorMapper(pino({ level: 'silent' })))
  const options = { ...certificates, host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }) }
  server = await listenHttps((request) => app.fetch(request), options)
  impatient = await listenHttps((request) => app.fetch(request), { ...options, idleMsMax: 2_000 })
})
afterAll(async () => {
  await server?.close()
  await impatient?.close()
  await rm(folder, { recursive: true, force: true })
})

/** More than the connection can buffer; resolves when the reader is cancelled. */
const cut = Promise.withResolvers<void>()
const much = new ReadableStream<Uint8Array>({
  pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
  cancel: () => cut.resolve(),
})

const long = Buffer.from('0123456789'.repeat(30_001))
const longText = 'ä'.repeat(100_001)

/** Sends a body that does not end, and returns the response. */
async function answerTo(path: string, bytes: number) {
  const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
  const outgoing = request({ host: '127.0.0.1', port: server.port, path, method: 'POST', headers, ca })
  // The server closes a connection that it does not read.
  outgoing.on('error', () => undefined)
  outgoing.write(Buffer.alloc(bytes, ' '))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  outgoing.destroy()
  return answer
}

it('responds to a refused caller while its body is still arriving', async () => {
  expect((await answerTo('/refused', 100_000)).statusCode).toBe(401)
})

it('answers 429 with Retry-After in the middle of a body that no longer fits', async () => {
  const { statusCode, headers } = await answerTo('/read', 1_500_000)
  expect([statusCode, headers['retry-after']]).toEqual([429, '5'])
})

/** Sends text that may not be HTTP, and returns the response after the connection is closed. */
async function replyTo(text: string) {
  const socket = connect({ host: '127.0.0.1', port: server.port, ca, servername: 'localhost' })
  socket.write(text)
  const [head = '', ...body] = (await textOf(socket)).split('\r\n\r\n')
  return { head: head.toLowerCase().split('\r\n'), body: body.join('') }
}

it.each([
  ['FOO /read HTTP/1.1\r\nHost: a\r\n\r\n', '400 Bad Request', 'malformed_request'],
  ['GET /read HTTP/1.1\r\nHost: a\r\nX: \u0001\r\n\r\n', '400 Bad Request', 'malformed_request'],
  [
    `GET /read HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'headers_too_large',
  ],
  ['POST /read HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', 'malformed_request'],
  ['PUT /read HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', '400 Bad Request', 'malformed_request'],
])('answers %.12s… with a problem and a request id', async (text, status, code) => {
  const { head, body } = await replyTo(text)
  const problem = problemSchema.parse(JSON.parse(body))
  expect([head[0], problem.code]).toEqual([`HTTP/1.1 ${status}`.toLowerCase(), code])
  expect(head).toEqual(
    expect.arrayContaining([`x-request-id: ${problem.requestId}`, 'content-type: application/problem+json']),
  )
})

it.each(['/whole', '/waits'])('refuses a body to %s in very many tiny pieces', async (path) => {
  const pieces = '1\r\nx\r\n'.repeat(2_000)
  const { head, body } = await replyTo(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}`,
  )
  expect([head[0], problemSchema.parse(JSON.parse(body)).code]).toEqual([
    'http/1.1 400 bad request',
    'malformed_request',
  ])
})

it('accepts a body of some hundred tiny pieces, and one of many larger ones', async () => {
  for (const [count, size] of [
    [400, 1],
    [5_000, 100],
  ] as const) {
    const pieces = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`.repeat(count)
    const text = `POST /whole HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`
    expect((await replyTo(text)).head[0]).toBe('http/1.1 200 ok')
  }
})

it('names the parser error of an invalid request', async () => {
  const { body } = await replyTo('GET /read HTTP/1.1\r\nHost: a\r\nX: \u0001\r\n\r\n')
  expect(problemSchema.parse(JSON.parse(body)).detail).toMatch(/: HPE_INVALID_HEADER_TOKEN\.$/)
})

it('sends no response to an invalid request while the previous one is unanswered', async () => {
  expect(await replyTo('GET /waits HTTP/1.1\r\nHost: a\r\n\r\nFOO / HTTP/1.1\r\n\r\n')).toEqual({
    head: [''],
    body: '',
  })
})

it('keeps a connection for the next call, and announces for how long', async () => {
  const outgoing = request({
    host: '127.0.0.1',
    port: server.port,
    path: '/nothing',
    ca,
    agent: new Agent({ keepAlive: true }),
  })
  outgoing.end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.headers['keep-alive']).toBe('timeout=75')
  outgoing.destroy()
})

it('sends long responses completely and with their length, also when pipelined', async () => {
  const socket = connect({ host: '127.0.0.1', port: server.port, ca, servername: 'localhost' })
  await once(socket, 'secureConnect')
  const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
  socket.write(`${ask('/long')}${ask('/long')}${ask('/long-text', 'Connection: close\r\n')}`)
  const answers = (await bytesOf(socket)).toString('latin1').split(/(?=HTTP\/1\.1 200 OK)/)
  const parts = answers.map((answer) => answer.split('\r\n\r\n'))
  const [digits, text] = [long.toString('latin1'), Buffer.from(longText).toString('latin1')]
  expect(parts.map(([, body]) => body)).toEqual([digits, digits, text])
  const lengths = parts.map(([head = '']) => Number(/content-length: (\d+)/i.exec(head)?.[1]))
  expect(lengths).toEqual([long.length, long.length, 200_002])
})

it('disconnects a client that does not read the response', async () => {
  const outgoing = request({ host: '127.0.0.1', port: impatient.port, path: '/much', ca })
  outgoing.on('error', () => undefined).end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  await cut.promise
  outgoing.destroy()
})

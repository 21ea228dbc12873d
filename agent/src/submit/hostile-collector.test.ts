import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { createClient } from '@rollcall/shared/node/pinned-client.ts'
import { Spool } from '@rollcall/shared/node/spool.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { submitSpooled } from './submit.ts'
import { makeTestCertificates } from './testing/certificates.ts'

type Certificates = Awaited<ReturnType<typeof makeTestCertificates>>

let own: Certificates
let other: Certificates
let folder: string
let spool: Spool
const servers: Server[] = []
const warnings: string[] = []
const log = { info: () => undefined, warn: (fields: object) => void warnings.push(JSON.stringify(fields)) }
beforeAll(async () => {
  ;[own, other] = await Promise.all([makeTestCertificates(), makeTestCertificates()])
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-collector-'))
  spool = await Spool.open(folder, { bytesMax: 1_000_000 })
  await spool.append('snapshot', gzipSync(JSON.stringify({ id: 'one' })))
  warnings.length = 0
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => {
  for (const server of servers) server.close()
})

/** Starts a server that answers each connection in its own way. Returns its address. */
async function startServer(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const address = server.address()
  return `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

/** Starts a server with the certificate of the collector that answers the first bytes of a request with `answer`. */
const startTls = (answer: (socket: TLSSocket) => void, { certificate, key }: Certificates = own) =>
  startServer(
    createTlsServer({ key, cert: certificate }, (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => answer(socket))
    }),
  )

/** Sends the spooled snapshot with small limits. The four attempts follow each other at once. */
async function send(url: string, caPem = own.ca): Promise<string | undefined> {
  const limits = { answerMsMax: 400, answerBytesMax: 100_000 }
  const client = createClient({ url, caPem, limits })
  const result = await submitSpooled({ spool, client, token: 'secret-token', log, sleep: async () => undefined })
  expect(result).toMatchObject({ sent: 0, parked: 0, waiting: 1 })
  // Each attempt is in the log with its reason, and none with the token.
  expect(warnings).toHaveLength(3)
  expect(warnings.join()).not.toContain('secret-token')
  return result.problem
}

const page = (head: string, body = '') =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
const endless = (socket: TLSSocket, part: string, head: string) => {
  socket.write(head)
  const write = () => {
    while (socket.write(part));
    socket.once('drain', write)
  }
  write()
}
const dripping = (socket: TLSSocket, part: string, head = '') => {
  socket.write(head)
  const timer = setInterval(() => socket.write(part), 50)
  socket.once('close', () => clearInterval(timer))
}

describe('a snapshot stays in the spool with a clear reason if the collector', () => {
  it.each<[string, (socket: TLSSocket) => void, RegExp]>([
    [
      'answers with a page of something else',
      (socket) => socket.end(page('200 OK', '<html>login')),
      /200, but the answer is not from a collector/,
    ],
    [
      'answers with JSON of another type',
      (socket) => socket.end(page('201 Created', '[1e999]')),
      /not from a collector/,
    ],
    [
      'answers with ids of another type',
      (socket) => socket.end(page('201 Created', '{"snapshotId":{},"deviceId":7}')),
      /not from a collector/,
    ],
    ['answers with no HTTP', (socket) => socket.end('220 smtp.example ESMTP\r\n'), /its answer is not HTTP/],
    [
      'answers with a line of 1 MB',
      (socket) => socket.end(`HTTP/1.1 200 ${'x'.repeat(1_000_000)}\r\n\r\n`),
      /not HTTP|cannot be reached/,
    ],
    [
      'answers with endless headers',
      (socket) => endless(socket, `X-A: ${'x'.repeat(1000)}\r\n`, 'HTTP/1.1 200 OK\r\n'),
      /not HTTP .*[Hh]eader/,
    ],
    [
      'answers without end',
      (socket) => endless(socket, 'x'.repeat(10_000), 'HTTP/1.1 200 OK\r\n\r\n'),
      /larger than 100000 bytes/,
    ],
    [
      'announces 1 GB',
      (socket) => endless(socket, 'x'.repeat(10_000), 'HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n'),
      /larger than 100000 bytes/,
    ],
    [
      'sends one byte now and then',
      (socket) => dripping(socket, '1', 'HTTP/1.1 200 OK\r\n\r\n'),
      /no whole answer from .* within 400 ms/,
    ],
    [
      'says again and again that it goes on',
      (socket) => dripping(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
      /no whole answer/,
    ],
    ['hangs', () => undefined, /no whole answer/],
    ['closes the connection', (socket) => socket.destroy(), /cannot be reached: socket hang up|ECONNRESET/],
    [
      'closes it in the middle of its answer',
      (socket) => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\n{"snap'),
      /cannot be reached: aborted/,
    ],
    [
      'changes the protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
      /cannot be reached|no whole answer/,
    ],
    [
      'redirects',
      (socket) => socket.end(page('302 Found\r\nLocation: https://elsewhere.example/')),
      /answered 302, a redirect, which an agent does not follow/,
    ],
    [
      'shows a reason with escapes for a terminal',
      (socket) => socket.end(page('503 No', '{"detail":"\\u001b]0;pwned\\u0007 \\u009b2J\\u202e wait"}')),
      /^the collector answered 503 \]0;pwned 2J wait$/,
    ],
  ])('%s', async (_, answer, reason) => {
    expect(await send(await startTls(answer))).toMatch(reason)
  })

  it('has a certificate of another CA, and gets nothing of the request', async () => {
    let bytes = 0
    const server = createTlsServer({ key: other.key, cert: other.certificate + other.ca }, (socket) => {
      socket.on('data', (part) => {
        bytes += part.length
      })
      socket.on('error', () => undefined)
    })
    const refused = /its certificate is not signed by the CA of the collector \(.*\); nothing was sent/
    const url = await startServer(server)
    expect(await send(url)).toMatch(refused)
    // The environment of the agent must not change that.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      warnings.length = 0
      expect(await send(url)).toMatch(refused)
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
    expect(bytes).toBe(0)
  })

  it.each([
    ['is not valid yet, as by a clock in 1970', [10, 20], /certificate is not yet valid/],
    ['has expired, as by a clock in 2100', [-20, -10], /certificate has expired/],
  ] as const)('has a certificate that %s, and the reason names the clock', async (_, [from, until], reason) => {
    const certificates = await makeTestCertificates([from, until])
    const url = await startTls((socket) => socket.end(page('200 OK')), certificates)
    const problem = await send(url, certificates.ca)
    expect(problem).toMatch(reason)
    expect(problem).toMatch(/; the clock of this machine says \d{4}-.*Z: is it right\?$/)
  })

  it('is reached at an address that its certificate lacks, and the reason names the setting', async () => {
    const url = await startTls((socket) => socket.end(page('200 OK')))
    expect(await send(url.replace('127.0.0.1', '[::ffff:127.0.0.1]'))).toMatch(
      /is not in the cert's list: 127\.0\.0\.1; use one of these, or name this one in ROLLCALL_PUBLIC_HOSTS at the collector$/,
    )
  })

  it('speaks no TLS', async () => {
    const url = await startServer(
      createTcpServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n').on('error', () => undefined)),
    )
    expect(await send(url)).toMatch(/it does not speak TLS as a collector does/)
  })
})

import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, type AgentOptions, request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { problemSchema } from '@rollcall/shared/api/problem.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTrustedProxies } from '../../lib/caller-address.ts'
import { ensureCertificates } from '../../operations/certificates/ensure-certificates.ts'
import { errorMapper } from '../answers/problem.ts'
import type { Environment } from '../environment.ts'
import { type HttpsServer, listenHttps } from './server.ts'

let folder: string
let server: HttpsServer
/** Copies the certificate to another file, as a renewal does. */
let otherChainFile: string
let certificates: Awaited<ReturnType<typeof ensureCertificates>>
let ca: string

/** The limits of the server under test, small so that a test reaches them soon. */
const strangersMax = 60
const strangersPerNetworkMax = 20
/** Slow, so that a busy machine exceeds it as well. */
const strangerRate = { perSecond: 1, burst: 100 }
const proxyAddress = '127.0.5.1'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-front-'))
  certificates = await ensureCertificates({
    dataDir: folder,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    log: { warn: () => undefined },
    now: new Date(),
  })
  ca = await readFile(certificates.caFile, 'utf8')
  otherChainFile = join(folder, 'other-chain.pem')
  await writeFile(otherChainFile, `${await readFile(certificates.chainFile, 'utf8')}\n`)
  const app = new Hono<Environment>()
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/page', (c) => c.text('page'))
  app.get('/address', (c) => c.text(c.env.address ?? ''))
  app.all('/refused', () => {
    throw new DomainError('invalid_token', 'Nobody.')
  })
  app.all('/known/:id', (c) => {
    c.env.authenticated?.(c.req.param('id'))
    return c.text('known')
  })
  app.post('/body', async (c) => c.text(await c.req.text()))
  app.onError(errorMapper(pino({ level: 'silent' })))
  server = await listenHttps((incoming, bindings) => app.fetch(incoming, bindings), {
    ...certificates,
    host: '127.0.0.1',
    port: 0,
    log: pino({ level: 'silent' }),
    trustedProxies: parseTrustedProxies(proxyAddress),
    connections: { strangersMax, strangersPerNetworkMax },
    strangerRate,
  })
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a TLS connection from an address of this machine, and waits for its handshake. */
async function open(from: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const below = connectPlain({ host: '127.0.0.1', port: server.port, localAddress: from })
  const socket = connect({ ca, servername: 'localhost', socket: below.on('error', () => undefined), ...options })
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

type Reply = { status: number; headers: Record<string, unknown>; body: string }

async function get(path: string, from: string, agent?: Agent, headers = {}): Promise<Reply> {
  const address = { host: '127.0.0.1', port: server.port, localAddress: from }
  const options = { ...address, ca, servername: 'localhost', path, headers }
  const outgoing = request({ ...options, ...(agent ? { agent } : { agent: false }) }).end()
  const [answer] = await once(outgoing, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await textOf(answer) }
}

/** Sends bytes, and returns the response after the connection is closed. */
async function replyTo(bytes: string): Promise<{ status: string; headers: string[]; body: string }> {
  const socket = await open('127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await textOf(socket)).split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status, headers, body }
}

describe('a connection', () => {
  it.each([
    ['GET', ''],
    ['OPTIONS', ''],
    ['DELETE', ''],
    ['PROPFIND', ''],
    ['POST', 'x'.repeat(300_000)],
  ])('without TLS that sends %s gets one line that names HTTPS', async (method, body) => {
    const socket = connectPlain(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    const [head = '', text] = (await textOf(socket)).split('\r\n\r\n')
    expect([head.split('\r\n')[0], text]).toEqual([
      'HTTP/1.1 400 Bad Request',
      'This port takes HTTPS only: use https:// in the address.\n',
    ])
  })

  it.each([
    ['an ECDHE AEAD suite', 'ECDHE-ECDSA-AES128-GCM-SHA256', true],
    ['CBC', 'ECDHE-ECDSA-AES128-SHA', false],
    ['CBC with SHA-256', 'ECDHE-ECDSA-AES128-SHA256', false],
    ['CCM', 'ECDHE-ECDSA-AES128-CCM8', false],
    ['no forward secrecy', 'AES128-GCM-SHA256', false],
  ])('by TLS 1.2 with %s: %s', async (_, ciphers, isTaken) => {
    for (const chainFile of [certificates.chainFile, otherChainFile]) {
      server.renew({ ...certificates, chainFile })
      const connecting = open('127.0.0.1', { ciphers, maxVersion: 'TLSv1.2' })
      const outcome = await connecting.then(
        (socket) => socket.destroy() === socket,
        () => false,
      )
      expect(outcome, chainFile).toBe(isTaken)
    }
  })

  it('can be resumed for a day, also after a renewal of the certificate', async () => {
    for (const chainFile of [certificates.chainFile, otherChainFile]) {
      server.renew({ ...certificates, chainFile })
      const first = connect({ ca, servername: 'localhost', host: '127.0.0.1', port: server.port })
      const [session] = (await once(first, 'session')) as [Buffer]
      first.destroy()
      // Lifetime hint of the ticket, 86,400 seconds, in OpenSSL's form of a session.
      expect(session.toString('hex')).toContain('a9050203015180')
      const second = await open('127.0.0.1', { session })
      expect(second.isSessionReused()).toBe(true)
      second.destroy()
    }
  })

  it('with TLS 1.3 is accepted, with TLS 1.1 refused', async () => {
    const socket = await open('127.0.0.1', { minVersion: 'TLSv1.3' })
    expect(socket.getProtocol()).toBe('TLSv1.3')
    socket.destroy()
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(open('127.0.0.1', old)).rejects.toThrow(/alert|version|protocol/i)
  })
})

describe('a request', () => {
  it.each([
    ['two Host headers', 'GET /page HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['two equal Host headers', 'GET /page HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'],
    ['another host in its request line', 'GET https://b/page HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another port in its request line', 'GET https://a:1/page HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['two tokens', 'GET /page HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n'],
    [
      'two content types',
      'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 0\r\n\r\n',
    ],
    ['two sites', 'GET /page HTTP/1.1\r\nHost: a\r\nX-Site-Id: a\r\nX-Site-Id: b\r\n\r\n'],
    ['two lengths', 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a body that is packed on its way',
      'POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    ],
    ['chunks by HTTP/1.0', 'POST /body HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('with %s is answered 400', async (_, bytes) => {
    const { status, body } = await replyTo(bytes)
    expect([status, problemSchema.parse(JSON.parse(body)).code]).toEqual([
      'HTTP/1.1 400 Bad Request',
      'malformed_request',
    ])
  })

  it("with the collector's host in its request line is answered", async () => {
    const { status, body } = await replyTo('GET https://A:443/page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect([status, body]).toEqual(['HTTP/1.1 200 OK', 'page'])
  })

  it('refused for its headers is not asked for its body', async () => {
    const ask = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
    expect((await replyTo(`${ask('/refused')}abc`)).status).toBe('HTTP/1.1 401 Unauthorized')
    const socket = await open('127.0.0.1')
    socket.write(ask('/body'))
    const [asked] = (await once(socket, 'data')) as [Buffer]
    expect(asked.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('abc')
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 200 OK.*\r\n\r\nabc$/s)
  })

  it('gets Strict-Transport-Security with every response', async () => {
    const close = 'Host: a\r\nConnection: close\r\n\r\n'
    for (const bytes of [
      `GET /page HTTP/1.1\r\n${close}`,
      `GET /nothing HTTP/1.1\r\n${close}`,
      `GET /refused HTTP/1.1\r\n${close}`,
      `GET /page HTTP/1.1\r\nHost: a\r\n${close}`,
      `GET /page HTTP/1.1\r\nExpect: something\r\n${close}`,
      'FOO / HTTP/1.1\r\n\r\n',
    ]) {
      const { headers } = await replyTo(bytes)
      const found = headers.filter((line) => /^strict-transport-security:/i.test(line))
      expect(found, bytes).toEqual([expect.stringMatching(/: max-age=15552000$/)])
    }
  })
})

describe('a crowd', () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, number) => `127.0.1.${number + 1}`)
  const keepAlive: AgentOptions = { keepAlive: true, maxSockets: 1 }

  it('of idle and unfinished connections locks nobody out, and authenticated ones are kept', async () => {
    // Behind one address, more connections than unauthenticated callers may have there.
    const known = await Promise.all(
      Array.from({ length: 2 * strangersPerNetworkMax }, async (_, number) => {
        const own = new Agent(keepAlive)
        expect((await get(`/known/agent-${number}`, '127.0.2.1', own)).status).toBe(200)
        return own
      }),
    )
    const attackers: TLSSocket[] = []
    for (const from of addresses(5)) {
      for (let number = 0; number < 30; number += 1) {
        const socket = await open(from)
        attackers.push(socket)
        if (number % 3 === 0) socket.write('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\nx')
        if (number % 3 === 1) socket.write('GET /page HTTP/1.1\r\nHo')
      }
    }
    for (const from of ['127.0.0.1', '127.0.1.1', '127.0.3.1']) expect((await get('/healthz', from)).status).toBe(200)
    const stillOpen = attackers.filter((socket) => !socket.destroyed && !socket.readableEnded)
    expect(stillOpen.length).toBeLessThanOrEqual(strangersMax)
    for (const own of known) {
      const [free] = Object.values(own.freeSockets).flat()
      expect(free?.destroyed).toBe(false)
      const before = free?.localPort
      expect((await get('/known/again', '127.0.2.1', own)).status).toBe(200)
      expect(Object.values(own.freeSockets).flat()[0]?.localPort).toBe(before)
      own.destroy()
    }
    for (const socket of attackers) socket.destroy()
  })

  it('of connections that never begin TLS locks nobody out', async () => {
    const silent = addresses(4).flatMap((localAddress) =>
      Array.from({ length: 30 }, () => connectPlain({ port: server.port, host: '127.0.0.1', localAddress })),
    )
    await Promise.all(
      silent.map((socket) =>
        once(
          socket.on('error', () => undefined),
          'connect',
        ),
      ),
    )
    expect((await get('/healthz', '127.0.1.1')).status).toBe(200)
    for (const socket of silent) socket.destroy()
  })

  it('of pipelined calls is closed, and others go on', async () => {
    const socket = await open('127.0.1.1')
    let answers = ''
    socket.on('data', (bytes) => {
      answers += bytes
    })
    socket.write('GET /page HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answers.split('HTTP/1.1 200 OK').length).toBeLessThan(100)
    expect((await get('/healthz', '127.0.1.2')).status).toBe(200)
  })

  it('of refused calls from one address is slowed down with a reason, but not other addresses, probes and tokens', async () => {
    const agents = Array.from({ length: 15 }, () => new Agent(keepAlive))
    const statuses: number[] = []
    const flood = agents.map(async (agent) => {
      for (let call = 0; call < 60 && !statuses.includes(429); call += 1) {
        const { status, headers } = await get('/refused', '127.0.4.1', agent)
        statuses.push(status)
        if (status === 429) expect(headers['retry-after']).toBe('1')
      }
    })
    await Promise.all(flood)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(strangerRate.burst)
    expect((await get('/refused', '127.0.4.2')).status).toBe(401)
    expect((await get('/healthz', '127.0.4.1')).status).toBe(200)
    expect((await get('/known/agent', '127.0.4.1')).status).toBe(200)
    for (const agent of agents) agent.destroy()
  })
})

describe('a caller behind a proxy', () => {
  const forwarded = (address: string) => ({ 'X-Forwarded-For': address })

  it('has its own address if the proxy is trusted, and never a claimed one', async () => {
    const addressSeen = async (from: string, claim: string) =>
      (await get('/address', from, undefined, forwarded(claim))).body
    expect(await addressSeen(proxyAddress, '127.0.0.1, 198.51.100.1')).toBe('198.51.100.1')
    expect(await addressSeen('127.0.6.1', '198.51.100.1')).toBe('127.0.6.1')
  })

  it('does not slow down others behind the same proxy', async () => {
    const agents = Array.from({ length: 15 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
    const statuses: number[] = []
    const call = async (claim: string, agent?: Agent) =>
      (await get('/refused', proxyAddress, agent, forwarded(claim))).status
    const flood = agents.map(async (agent, own) => {
      // Entries before the last one come from the caller and change nothing.
      for (let number = 0; number < 60 && !statuses.includes(429); number += 1)
        statuses.push(await call(`198.51.100.${own}, 203.0.113.66`, agent))
    })
    await Promise.all(flood)
    expect(statuses).toContain(429)
    expect(await call('203.0.113.7')).toBe(401)
    for (const agent of agents) agent.destroy()
  })

  it('shares no limit of connections with others behind the same proxy', async () => {
    const first = await open(proxyAddress)
    const others = await Promise.all(Array.from({ length: 2 * strangersPerNetworkMax }, () => open(proxyAddress)))
    first.write('GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(await textOf(first)).toMatch(/^HTTP\/1\.1 200 OK/)
    for (const socket of others) socket.destroy()
  })
})

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { waitFor } from '../../../../test/harness/wait.ts'
import { ensureCertificates } from '../../operations/certificates/ensure-certificates.ts'
import type { Certificates } from '../../operations/certificates/operator-certificate.ts'
import { type HttpsServer, listenHttps } from './server.ts'
import type { Tunnel, TunnelRoute } from './tunnels.ts'

let folder: TmpFolder
let certificates: Certificates
let inner: Server
/** Connections of tunnels at their inner end. */
const arrived: Socket[] = []
const https: HttpsServer[] = []
const opened: { destroy(): unknown }[] = []

beforeAll(async () => {
  folder = await tmpFolder()
  const now = new Date()
  const log = { warn: () => undefined }
  certificates = await ensureCertificates({
    dataDir: folder.path,
    own: undefined,
    extraHosts: [],
    mayMakeCa: true,
    now,
    log,
  })
  inner = createServer((socket) => {
    socket.on('error', () => undefined)
    arrived.push(socket)
  })
  inner.listen(0, '127.0.0.1')
  await once(inner, 'listening')
})
afterAll(async () => {
  inner.close()
  await folder.remove()
})
afterEach(async () => {
  for (const each of opened.splice(0)) each.destroy()
  for (const server of https.splice(0)) await server.close()
  for (const socket of arrived.splice(0)) socket.destroy()
})

const path = '/tunnel'
const innerPort = () => (inner.address() as AddressInfo).port
const grant = (): Tunnel => ({ port: innerPort(), head: 'HEAD\r\n', callerId: 'service' })

async function start(open: TunnelRoute['open'], limits: { strangersPerNetworkMax?: number } = {}, idleMsMax?: number) {
  const server = await listenHttps(async () => new Response('an ordinary answer'), {
    ...certificates,
    host: '127.0.0.1',
    port: 0,
    log: pino({ level: 'silent' }),
    tunnel: { path, open },
    connections: limits,
    ...(idleMsMax ? { idleMsMax } : {}),
  })
  https.push(server)
  return server
}

/** Sends a raw request, and returns its connection. */
async function send(server: HttpsServer, at = path, head = ''): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: server.port, ca: await readFile(certificates.caFile) })
  opened.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  socket.write(`GET ${at} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${head}`)
  return socket
}
const textOf = async (socket: TLSSocket) => {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
const innerEnd = (index = 0) => waitFor(() => arrived[index], { what: 'the inner end of a tunnel' })

describe('a tunnel', () => {
  it('passes bytes on in both directions, beginning with those behind the request', async () => {
    const server = await start(async () => grant())
    const outer = await send(server, path, 'first')
    const inside = await innerEnd()
    let received = ''
    inside.on('data', (chunk) => {
      received += chunk
    })
    outer.write(' second')
    await waitFor(() => received === 'HEAD\r\nfirst second', { what: 'all bytes' })
    inside.end('answer')
    expect(await textOf(outer)).toBe('answer')
  })

  it('is refused with the time of the collector, and its connection is closed', async () => {
    const server = await start(async () => ({ status: 403 }))
    const text = await textOf(await send(server, path, 'smuggled'))
    expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\nDate: .*GMT\r\n/)
    expect(arrived).toEqual([])
  })

  it('is refused with 503 if the check fails', async () => {
    const server = await start(async () => {
      throw new Error('the store is away')
    })
    const text = await textOf(await send(server))
    expect(text).toMatch(/^HTTP\/1\.1 503 /)
    expect(text).not.toContain('store')
  })

  it.each(['/', '/tunnel/', '/tunnel?x=1', '/TUNNEL', '/other'])(
    'leaves %s to the API, as if it asked for no upgrade',
    async (other) => {
      const server = await start(async () => grant())
      const [answer] = await once(
        request({
          host: '127.0.0.1',
          port: server.port,
          path: other,
          ca: await readFile(certificates.caFile),
          headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
        }).end(),
        'response',
      )
      answer.resume()
      expect(answer.statusCode).toBe(200)
      expect(arrived).toEqual([])
    },
  )

  it('holds no more than the buffers of its sockets for a reader that does not read', async () => {
    const server = await start(async () => grant())
    const outer = await send(server)
    outer.pause()
    const inside = await innerEnd()
    const chunk = Buffer.alloc(64 * 1024)
    const sentMax = 256 * 1024 * 1024
    let sent = 0
    for (let stalls = 0; stalls < 10 && sent < sentMax; ) {
      if (inside.write(chunk)) sent += chunk.length
      else {
        sent += chunk.length
        const drained = new AbortController()
        const signal = drained.signal
        const isStalled = await Promise.race([once(inside, 'drain', { signal }).then(() => false), pause(100, true)])
        drained.abort()
        if (isStalled) stalls += 1
      }
    }
    expect(sent).toBeLessThan(sentMax / 4)
  })

  it('counts against the limit of its network until it is authenticated', async () => {
    const waiting = Promise.withResolvers<Tunnel>()
    const server = await start(() => waiting.promise, { strangersPerNetworkMax: 5 })
    const sockets = await Promise.all(Array.from({ length: 5 }, () => send(server)))
    const closed = () => sockets.filter((socket) => socket.closed || socket.readableEnded).length
    for (const socket of sockets) socket.resume()
    for (let turn = 0; turn < 3; turn += 1) (await send(server)).resume()
    await waitFor(() => closed() === 3, { what: 'the oldest connections to be replaced' })
    waiting.resolve(grant())
    await innerEnd(4)
    // An authenticated tunnel is not replaced.
    for (let turn = 0; turn < 10; turn += 1) opened.push(await send(server, '/other'))
    expect(closed()).toBe(3)
  })

  it('ends when the other end closes, and when no byte passes for too long', async () => {
    const server = await start(async () => grant(), {}, 200)
    const one = await send(server)
    one.resume()
    ;(await innerEnd()).destroy()
    await once(one, 'close')
    const idle = await send(server)
    idle.resume()
    await innerEnd(1)
    await once(idle, 'close')
  })

  it('does not delay the end of the server', async () => {
    const server = await start(async () => grant())
    const outer = await send(server)
    outer.resume()
    await innerEnd()
    const closed = once(outer, 'close')
    await server.close()
    await closed
  })
})

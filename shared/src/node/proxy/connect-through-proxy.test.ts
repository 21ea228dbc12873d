import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../test/harness/ports.ts'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { createClient, fetchPinnedCa, spkiPin } from '../pinned-client.ts'
import { connectThroughProxy } from './connect-through-proxy.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Starts a proxy that connects every request with its target. */
async function startProxy() {
  const requests: { target: string; authorization: string | undefined }[] = []
  const server = createHttpServer()
  server.on('connect', (request, socket, head) => {
    requests.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    const { hostname, port } = new URL(`http://${request.url}`)
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.write(head)
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    socket.on('error', () => target.destroy())
  })
  return { requests, url: new URL(`http://127.0.0.1:${await listen(server)}`) }
}

/** Starts a server that answers each connection with the same bytes. */
const startAnswering = async (answer: string, thenEnd = true) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => (thenEnd ? socket.end(answer) : socket.write(answer)))
  })
  return new URL(`http://user:hush@127.0.0.1:${await listen(server)}`)
}

async function startCollector() {
  const tls = await makeServerTls('127.0.0.1')
  const server = createHttpsServer({ key: tls.key, cert: tls.cert + tls.ca }, (_, response) => response.end('hello'))
  return { url: `https://127.0.0.1:${await listen(server)}`, ca: tls.ca }
}

const page = '<html>blocked</html>'
const ok = 'HTTP/1.1 200 OK\r\n'
const target = { host: 'collector.example', port: 8443 }

describe('a call through a proxy', () => {
  it('reaches the collector with TLS from end to end', async () => {
    const [collector, proxy] = [await startCollector(), await startProxy()]
    const proxyFor = () => new URL(`http://us%40er:p%3Ass@${proxy.url.host}`)
    const caPem = await fetchPinnedCa(collector.url, spkiPin(collector.ca), proxyFor)
    const client = createClient({ url: collector.url, caPem, proxyFor })
    expect((await client({ method: 'GET', path: '/' })).body.toString()).toBe('hello')
    expect((await client({ method: 'GET', path: '/' })).status).toBe(200)
    const authorization = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`
    // One connection for the pin, and one for both calls.
    expect(proxy.requests).toEqual(Array(2).fill({ target: new URL(collector.url).host, authorization }))
  })

  it('accepts no certificate of another CA, such as that of a proxy that inspects TLS', async () => {
    const [collector, other, proxy] = [await startCollector(), await startCollector(), await startProxy()]
    const proxyFor = () => proxy.url
    const client = createClient({ url: other.url, caPem: collector.ca, proxyFor })
    await expect(client({ method: 'GET', path: '/' })).rejects.toThrow(
      /behind the proxy http:\/\/127\.0\.0\.1:\d+ is not of the collector's CA .*inspects TLS, exempt the collector/,
    )
    await expect(fetchPinnedCa(other.url, spkiPin(collector.ca), proxyFor)).rejects.toThrow(
      /does not match the token.*the proxy .* does not inspect its TLS/,
    )
  })

  it.each([
    ['a page instead of an answer', `${ok}Content-Type: text/html\r\n\r\n${page}`, /answers with a page of its own/],
    ['bytes that are no HTTP', 'SSH-2.0-OpenSSH\r\n', /does not answer as an HTTP proxy: check its address and port/],
    ['nothing', '', /closed the connection to collector\.example:8443 without an answer: allow it there/],
    ['407', 'HTTP/1.1 407 Required\r\n\r\n', /refuses this user name and password \(407\): correct them/],
    [
      '403 with a page',
      `HTTP/1.1 403 No\r\n\r\n${page}`,
      /refuses connections to collector\.example:8443 \(403\): allow/,
    ],
    ['502', 'HTTP/1.1 502 Bad\r\n\r\n', /cannot reach collector\.example:8443 \(502\): check the collector's address/],
    ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: http://login/\r\n\r\n', /refuses connections .*\(302\)/],
  ])('names the proxy and the remedy if it answers with %s', async (_what, answer, message) => {
    const error: Error = await connectThroughProxy(await startAnswering(answer), target).then(
      () => new Error('connected'),
      (reason: Error) => reason,
    )
    expect(error.message).toMatch(message)
    expect(error.message).toMatch(/^the proxy http:\/\/127\.0\.0\.1:\d+ [^\n]+$/)
    expect(error.message).not.toMatch(/hush|<html>/)
  })

  it('names the proxy if a page follows an accepted connection', async () => {
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write(`${ok}\r\n`)
        // TLS speaks first.
        socket.once('data', () => socket.end(page))
      })
    })
    const proxyUrl = new URL(`http://127.0.0.1:${await listen(proxy)}`)
    const { ca } = await makeServerTls('127.0.0.1')
    const client = createClient({ url: 'https://collector.example', caPem: ca, proxyFor: () => proxyUrl })
    const message = /the proxy http:\/\/127\.0\.0\.1:\d+ passes on something other than TLS/
    await expect(client({ method: 'GET', path: '/' })).rejects.toThrow(message)
    await expect(fetchPinnedCa('https://collector.example', 'pin', () => proxyUrl)).rejects.toThrow(message)
  })

  it('names the proxy if it does not listen, or does not answer in time', async () => {
    const nobody = new URL(`http://user:hush@127.0.0.1:${await freePort()}`)
    await expect(connectThroughProxy(nobody, target)).rejects.toThrow(
      /^the proxy http:\/\/127\.0\.0\.1:\d+ cannot be reached \(connect ECONNREFUSED .*set ROLLCALL_PROXY$/,
    )
    const silent = new URL(`http://127.0.0.1:${await listen(createServer(() => undefined))}`)
    await expect(connectThroughProxy(silent, target, 100)).rejects.toThrow(/does not answer within/)
  })

  it('names the proxy if a TLS server is at its address', async () => {
    const { key, cert } = await makeServerTls('127.0.0.1')
    const proxy = new URL(`http://127.0.0.1:${await listen(createTlsServer({ key, cert }))}`)
    await expect(connectThroughProxy(proxy, target)).rejects.toThrow(/^the proxy http:/)
  })
})

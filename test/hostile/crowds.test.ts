import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectPlain, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect, type TLSSocket } from 'node:tls'
import { natsPath, natsScheme } from '@rollcall/shared/messages/enrollment.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { casesOf } from '../harness/long-form.ts'
import { startUp, type Up } from '../harness/rollcall.ts'

let up: Up
let ca: string

beforeAll(async () => {
  up = await startUp({ args: ['--no-agent'] })
  ca = readFileSync(up.facts.caFile, 'utf8')
})
afterAll(() => up?.stop())

const portOf = () => Number(new URL(up.facts.url).port)

/** More than the collector holds connections in all, from more addresses than it takes to fill that. */
const crowdSize = 2_100
/** Memory that one hostile party may cost. */
const addedMebibytesMax = 300
const addressOf = (number: number) => `127.0.9.${1 + (number % 9)}`

function openPlain(localAddress: string): Socket {
  return connectPlain({ host: '127.0.0.1', port: portOf(), localAddress }).on('error', () => undefined)
}

/** A TLS connection that sends these bytes and then nothing. Resolves when it is up or was closed. */
async function openTls(localAddress: string, bytes: string): Promise<Socket> {
  const socket = connect({ ca, servername: 'localhost', socket: openPlain(localAddress) })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([new Promise((resolve) => socket.once('secureConnect', resolve)), closed])
  if (!socket.destroyed && bytes !== '') socket.write(bytes)
  return socket
}

/** Sends the beginning of a ClientHello. */
function beginTls(localAddress: string): Socket {
  const socket = openPlain(localAddress)
  socket.write(Buffer.from('1603010200010001fc0303', 'hex'))
  return socket
}

/** Asks for the longest answer that needs no token, as often as a stranger may before it reads. */
async function askAndReadNothing(localAddress: string): Promise<Socket> {
  const socket = await openTls(localAddress, '')
  socket.pause()
  socket.write('GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4))
  return socket
}

/** A request for the way to NATS, of an Audit Service that exists, and bytes for NATS. */
function forgedWebSocket(): string {
  const access = {
    auditServiceId: up.facts.auditServiceId,
    issuedAt: new Date().toISOString(),
    signature: 'A'.repeat(88),
  }
  const authorization = `${natsScheme} ${Buffer.from(JSON.stringify(access)).toString('base64url')}`
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  return `GET ${natsPath} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n${key}\r\nAuthorization: ${authorization}\r\n\r\n${'x'.repeat(1000)}`
}

/** One connection that is used again and again. */
async function keepConnection(path: string, headers: string) {
  const socket: TLSSocket = connect({ ca, servername: 'localhost', host: '127.0.0.1', port: portOf() })
  await once(socket, 'secureConnect')
  return {
    socket,
    async ask(): Promise<string> {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      return bytes.toString().split('\r\n', 1)[0] ?? ''
    },
  }
}

const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const attacks: [name: string, open: (number: number) => Socket | Promise<Socket>, size?: number][] = [
  ['idle connections', (number) => openTls(addressOf(number), '')],
  [
    'unfinished requests',
    (number) =>
      openTls(addressOf(number), 'POST /api/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx'),
  ],
  ['connections that never begin TLS', (number) => openPlain(addressOf(number))],
  ['handshakes that are never finished', (number) => beginTls(addressOf(number))],
  ['WebSockets to NATS with a forged signature', (number) => openTls(addressOf(number), forgedWebSocket()), 600],
  ['answers that nobody reads', (number) => askAndReadNothing(addressOf(number)), 300],
]

it.each(casesOf(attacks, 1))('%s in large numbers lock nobody out', async (name, open, size = crowdSize) => {
  const token = (await up.cli('app-registration', 'create', '--json', '--name', name)).stdout
  const { clientId, clientSecret } = JSON.parse(token) as { clientId: string; clientSecret: string }
  const issued = await up.api.post(
    '/api/oauth/token',
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
    { token: null, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  )
  const { access_token: accessToken } = issued.json() as { access_token: string }
  const trusted = await keepConnection('/api/v1/usage', `Authorization: Bearer ${accessToken}\r\n`)
  expect(await trusted.ask()).toBe('HTTP/1.1 200 OK')
  const rssBefore = rssOf(up.pidOf('collector'))

  const crowd: Socket[] = []
  const times: number[] = []
  for (let number = 0; number < size; number += 50) {
    crowd.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => open(number + index)))))
    const startedAt = performance.now()
    expect((await up.api.get('/healthz', { token: null })).status).toBe(200)
    times.push(performance.now() - startedAt)
  }
  // The connection that was authenticated is the same one still, whoever came since.
  expect(await trusted.ask()).toBe('HTTP/1.1 200 OK')
  expect((await up.api.get('/api/v1/devices')).status).toBe(200)
  expect((await up.cli('maintenance', 'off')).code).toBe(0)
  const rssAfter = rssOf(up.pidOf('collector'))
  const slowest = Math.max(...times).toFixed(0)
  process.stdout.write(
    `${name}: /healthz at most ${slowest} ms, RSS ${rssBefore.toFixed(0)} -> ${rssAfter.toFixed(0)} MiB\n`,
  )
  for (const socket of [...crowd, trusted.socket]) socket.destroy()
  expect(rssAfter - rssBefore).toBeLessThan(addedMebibytesMax)
})

import { once } from 'node:events'
import { createServer as createHttpServer, get as getHttp } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllowList } from './allow-list.ts'
import { connectionFault } from './connection-fault.ts'
import { outboundFetch } from './fetch.ts'
import { outboundAgents } from './http-agents.ts'
import { createOutbound, OutboundRefused, type Purpose, type Resolve } from './outbound.ts'

const purposes: Purpose[] = ['webhooks', 'webhooks without https', 'mail', 'snapshot storage', 'sign-in', 'directories']
let connections = 0
const server = createServer((socket) => {
  connections += 1
  socket.end()
})
let port = 0
/** A port without a listener. */
let closedPort = 0

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  closedPort = (other.address() as AddressInfo).port
  other.close()
  await once(other, 'close')
})
afterAll(async () => {
  server.close()
  await once(server, 'close')
})

const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('an outbound call', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '[::1]',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '[0:0:0:0:0:ffff:7f00:1]',
    'localhost',
    'localhost.',
    'LOCALHOST',
  ])('to this machine is refused before it connects, for every purpose: %s', async (host) => {
    const outbound = createOutbound({})
    const before = connections
    for (const purpose of purposes) {
      const messages = []
      for (const target of [port, closedPort]) {
        const error: Error = await outbound.connect(purpose, { host, port: target }).then(
          () => new Error('connected'),
          (refusal: Error) => refusal,
        )
        messages.push(error.message)
        // Some systems do not resolve some of the spellings.
        expect(error instanceof OutboundRefused || /ENOTFOUND|EAI_/.test(error.message)).toBe(true)
      }
      expect(new Set(messages).size).toBe(1)
    }
    expect(connections).toBe(before)
  })

  it('is refused when one of several addresses is closed', async () => {
    const refused: unknown[] = []
    const resolve = resolvesTo('8.8.8.8', '127.0.0.1')
    const outbound = createOutbound({ resolve, onRefused: (call) => refused.push(call) })
    const before = connections
    await expect(outbound.connect('mail', { host: 'mail.example', port })).rejects.toThrow(
      'mail.example is a loopback address, which is closed to mail. Only the operator can open it (ROLLCALL_OUTBOUND_ALLOW).',
    )
    expect(refused).toEqual([{ purpose: 'mail', host: 'mail.example', port, address: '127.0.0.1', scope: 'loopback' }])
    expect(connections).toBe(before)
  })

  it('connects to the checked address even if the name changes in between', async () => {
    const asked: string[] = []
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname)
      return [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    }
    const outbound = createOutbound({ allow: parseAllowList('127.0.0.1'), resolve })
    const target = { host: 'rebinding.example.', port }
    const socket = await outbound.connect('snapshot storage', target)
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
    await expect(outbound.connect('snapshot storage', target)).rejects.toThrow(OutboundRefused)
    expect(asked).toHaveLength(2)
  })

  it.each(purposes)('to a private address by %s is open unless it is a webhook', async (purpose) => {
    for (const address of ['10.1.2.3', '172.16.0.1', '192.168.0.1', '100.64.0.1', 'fd00::1']) {
      const check = () => createOutbound({}).checkAddress(purpose, { host: address, port: 443 })
      if (purpose.startsWith('webhooks')) expect(check, address).toThrow(OutboundRefused)
      else expect(check, address).not.toThrow()
    }
  })

  it('to a port of this process is refused on each address of this machine', async () => {
    const outbound = createOutbound({ ownPorts: () => [port], allow: parseAllowList('127.0.0.2') })
    await expect(outbound.connect('mail', { host: '127.0.0.1', port })).rejects.toThrow('this process')
  })

  it('over HTTP follows no redirect and checks each new connection', async () => {
    const target = createHttpServer((_request, response) => response.end('secret')).listen(0, '127.0.0.2')
    await once(target, 'listening')
    const location = `http://127.0.0.2:${(target.address() as AddressInfo).port}/`
    const redirecting = createHttpServer((_request, response) =>
      response.writeHead(302, { Location: location }).end(),
    ).listen(0, '127.0.0.1')
    await once(redirecting, 'listening')
    const agents = outboundAgents(createOutbound({ allow: parseAllowList('127.0.0.1') }), 'sign-in')
    const url = new URL(`http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`)
    const signal = AbortSignal.timeout(10_000)
    expect(await outboundFetch(url, agents, { signal }, 1000)).toEqual({ status: 302, text: '' })
    const refused = await once(getHttp(location, { agent: agents.http }), 'error').then(([error]) => error as Error)
    expect(refused).toBeInstanceOf(OutboundRefused)
    for (const each of [target, redirecting]) {
      each.close()
      each.closeAllConnections()
    }
  })

  it('fails with our own text for a name without an address or an endless look-up', async () => {
    const nothing = createOutbound({ resolve: async () => [] })
    const failed = await nothing.connect('mail', { host: 'mail.example', port }).catch((error: unknown) => error)
    expect(connectionFault(failed)).toEqual({ kind: 'network', text: 'the name has no address (ENOTFOUND)' })
    const endless = createOutbound({ resolve: () => new Promise<never>(() => undefined) })
    const signal = AbortSignal.timeout(50)
    const late = await endless.connect('mail', { host: 'a.example', port, signal }).catch((error: unknown) => error)
    expect(connectionFault(late)).toEqual({ kind: 'network', text: 'there was no answer in time' })
  })
})

describe('connectionFault', () => {
  it('contains no text of the other end', () => {
    const certificate = Object.assign(new Error("Host: a. is not in the cert's altnames: DNS:secret.internal"), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
    for (const error of [
      certificate,
      Object.assign(new Error('Parse Error: Expected HTTP/, secret'), { code: 'HPE_INVALID_CONSTANT' }),
      Object.assign(new Error('220 secret banner'), { code: '220 secret banner' }),
      new Error('secret'),
      new AggregateError([Object.assign(new Error('secret'), { code: 'ECONNREFUSED' })], 'secret'),
    ]) {
      expect(connectionFault(error).text).not.toContain('secret')
    }
  })
})

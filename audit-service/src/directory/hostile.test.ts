import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import { makeCa, makeServerCertificate } from '@rollcall/collector/operations/certificates/local-ca.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { BerReader, BerWriter } from 'ldapts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { listComputers } from './list-computers.ts'

const account = { kind: 'ldap', username: 'reader@example.org', password: 'never-in-clear' } as const
const servers: Server[] = []
const outbound = createOutbound({ allow: parseAllowList('127.0.0.1') })
let ca: Awaited<ReturnType<typeof makeCa>>
let certificate: Awaited<ReturnType<typeof makeServerCertificate>>

beforeAll(async () => {
  ca = await makeCa(new Date())
  certificate = await makeServerCertificate(ca, ['127.0.0.1'], new Date())
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Handler = (socket: Socket, request: Buffer) => void

async function listen(server: Server, handle: Handler): Promise<{ port: number; received: () => Buffer }> {
  const received: Buffer[] = []
  servers.push(server)
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      received.push(bytes)
      handle(socket, bytes)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, received: () => Buffer.concat(received) }
}

const inClear = (handle: Handler) => listen(createTcpServer(), handle)
const inTls = (handle: Handler, { keyPem, certificatePem } = certificate) =>
  listen(createTlsServer({ key: keyPem, cert: certificatePem }), handle)

const list = (url: string, signal = AbortSignal.timeout(20_000)) =>
  listComputers({ url, baseDn: 'dc=example,dc=org', caCertificate: ca.certificatePem, outbound }, account, signal)

/** One LDAPMessage (RFC 4511 section 4.1.1). */
function message(
  id: number,
  operation: number,
  write: (writer: BerWriter) => void,
  controls?: (writer: BerWriter) => void,
): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(operation)
  write(writer)
  writer.endSequence()
  controls?.(writer)
  writer.endSequence()
  return writer.buffer
}
const result = (code: number) => (writer: BerWriter) => {
  writer.writeEnumeration(code)
  writer.writeString('')
  writer.writeString('')
}
const messageId = (request: Buffer): number => {
  const reader = new BerReader(request)
  reader.readSequence()
  return reader.readInt() ?? 0
}
const entry = (id: number, name: string) =>
  message(id, 0x64, (writer) => {
    writer.writeString(`CN=${name}`)
    writer.startSequence()
    writer.startSequence()
    writer.writeString('cn')
    writer.startSequence(0x31)
    writer.writeString(name)
    for (let level = 0; level < 3; level++) writer.endSequence()
  })
const done = (id: number, cookie: string) =>
  message(id, 0x65, result(0), (writer) => {
    const value = new BerWriter()
    value.startSequence()
    value.writeInt(0)
    value.writeString(cookie)
    value.endSequence()
    writer.startSequence(0xa0)
    writer.startSequence()
    writer.writeString('1.2.840.113556.1.4.319')
    writer.writeBuffer(value.buffer, 0x04)
    writer.endSequence()
    writer.endSequence()
  })

/** Accepts every bind, and answers each search with the given messages. */
const afterBind =
  (search: (socket: Socket, id: number) => void): Handler =>
  (socket, request) => {
    const id = messageId(request)
    const isBind = request.includes(account.username)
    if (isBind) socket.write(message(id, 0x61, result(0)))
    else search(socket, id)
  }

test.each<[what: string, answer: () => Buffer | undefined, RegExp]>([
  ['refuses StartTLS', () => message(1, 0x78, result(2)), /refuses StartTLS \(LDAP result 2\)/],
  [
    'says more in clear than it should',
    () => Buffer.concat([message(1, 0x78, result(0)), message(2, 0x61, result(0))]),
    /sends further data before TLS/,
  ],
  ['answers something else', () => message(1, 0x61, result(0)), /does not speak LDAP/],
  ['speaks HTTP', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), /does not speak LDAP/],
  [
    'never ends its answer',
    () => Buffer.concat([Buffer.from('3084000fffff', 'hex'), Buffer.alloc(5000)]),
    /answer to StartTLS is too large/,
  ],
  ['agrees and has no TLS', () => message(1, 0x78, result(0)), /cannot connect/],
  ['hangs up', () => undefined, /ended the connection/],
])('sends no password to a server that %s', async (_, answer, reason) => {
  const server = await inClear((socket, request) => {
    const bytes = answer()
    // A ClientHello follows the StartTLS request and is not answered.
    if (request[0] !== 0x30 || bytes === undefined) socket.destroy()
    else socket.write(bytes)
  })
  await expect(list(`ldap://127.0.0.1:${server.port}`)).rejects.toThrow(reason)
  expect(server.received().includes(account.password)).toBe(false)
  expect(server.received().includes(account.username)).toBe(false)
})

test.each<[what: string, make: () => Promise<typeof certificate>, RegExp]>([
  [
    'has expired',
    () => makeServerCertificate(ca, ['127.0.0.1'], new Date(Date.now() - 3 * 365 * dayMs)),
    /its certificate has expired/,
  ],
  ['is for another name', () => makeServerCertificate(ca, ['dc.example.org'], new Date()), /is for another name/],
  [
    'is of another CA',
    async () => makeServerCertificate(await makeCa(new Date()), ['127.0.0.1'], new Date()),
    /not issued by a trusted CA/,
  ],
])('refuses a server whose certificate %s', async (_, make, reason) => {
  const server = await inTls(() => undefined, await make())
  await expect(list(`ldaps://127.0.0.1:${server.port}`)).rejects.toThrow(reason)
  expect(server.received()).toHaveLength(0)
})

test('reads a valid server page by page, without referrals', async () => {
  const server = await inTls(
    afterBind((socket, id) => {
      const referral = message(id, 0x73, (writer) => writer.writeString('ldap://elsewhere.example.org'))
      socket.write(Buffer.concat([entry(id, `PC${id}`), referral, done(id, id < 6 ? 'more' : '')]))
    }),
  )
  const { computers, cut } = await list(`ldaps://127.0.0.1:${server.port}`)
  expect(computers.map(({ name }) => name)).toEqual(['PC3', 'PC4', 'PC5', 'PC6'])
  expect(cut).toBe(false)
})

test('stops endless pages', async () => {
  const server = await inTls(
    afterBind((socket, id) => void socket.write(Buffer.concat([entry(id, 'PC'), done(id, 'again')]))),
  )
  const { computers, cut } = await list(`ldaps://127.0.0.1:${server.port}`)
  expect([computers.length, cut]).toEqual([1000, true])
})

const flood = (bytes: (id: number) => Buffer) =>
  afterBind((socket, id) => {
    const write = () => {
      while (socket.write(bytes(id)));
    }
    socket.on('drain', write)
    write()
  })

test.each<[what: string, handler: Handler]>([
  ['entries', flood((id) => Buffer.concat(Array.from({ length: 100 }, () => entry(id, 'PC'))))],
  ['one message', flood(() => Buffer.from(`3084${'7f'.repeat(4000)}`, 'hex'))],
  ['messages of nothing', flood(() => Buffer.from('30050201006400'.repeat(2340), 'hex'))],
])('cuts off endless %s', async (_, handler) => {
  const server = await inTls(handler)
  await expect(list(`ldaps://127.0.0.1:${server.port}`)).rejects.toThrow(/more than 4194304 bytes/)
})

test.each([
  ['775', /refuses the sign-in of reader@example\.org: the account is locked$/],
  ['533', /the account is disabled$/],
  ['abc', /name or password is wrong, or the account is locked, disabled or expired$/],
])('names the reason of a refused sign-in: %s', async (code, reason) => {
  const refusal = (writer: BerWriter) => {
    writer.writeEnumeration(49)
    writer.writeString('')
    writer.writeString(`80090308: LdapErr: DSID-0C0903A9, comment: AcceptSecurityContext error, data ${code}, v1db1`)
  }
  const server = await inTls((socket, request) => void socket.write(message(messageId(request), 0x61, refusal)))
  await expect(list(`ldaps://127.0.0.1:${server.port}`)).rejects.toThrow(reason)
})

test('does not reconnect to a server that disconnects midway', async () => {
  const server = await inTls(afterBind((socket) => void socket.destroy()))
  await expect(list(`ldaps://127.0.0.1:${server.port}`)).rejects.toThrow(/does not list the computers/)
})

test('leaves a silent server when the task is cancelled', async () => {
  const stop = new AbortController()
  const server = await inTls(() => stop.abort(new Error('cancelled by test')))
  await expect(list(`ldaps://127.0.0.1:${server.port}`, stop.signal)).rejects.toThrow('cancelled by test')
  const connecting = new AbortController()
  const listing = list(`ldaps://127.0.0.1:${server.port}`, connecting.signal)
  connecting.abort(new Error('cancelled at once'))
  await expect(listing).rejects.toThrow('cancelled at once')
  const silent = await inClear(() => again.abort(new Error('cancelled too')))
  const again = new AbortController()
  await expect(list(`ldap://127.0.0.1:${silent.port}`, again.signal)).rejects.toThrow('cancelled too')
})

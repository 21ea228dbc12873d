import { createSocket, type Socket } from 'node:dgram'
import { describe, expect, test } from 'vitest'
import { encodeCommunityMessage } from './message.ts'
import { type Pdu, PduType } from './pdu.ts'
import { type Behaviour, mib } from './testing/agent.ts'
import { columnOf, readingsOfTest, row, table } from './testing/reading.ts'
import { walk } from './testing/walk.ts'
import { UdpTransport } from './transport.ts'
import { Tag } from './varbind.ts'

const reading = readingsOfTest()

/** Sends the answer through another socket, or at another time. */
function sendAnswer(by: Socket, answer: Behaviour, [request, from, socket]: Parameters<Behaviour>): void {
  const pdu = answer(request, from, socket)
  if (!pdu || Buffer.isBuffer(pdu)) throw new Error('no answer to send')
  by.send(encodeCommunityMessage({ ...request, pdu }), from.port, from.address)
}

describe('who answered', () => {
  test('ignores an answer from another port', async () => {
    const impostor = createSocket('udp4')
    const answer = mib([row(1, 666)])
    const { reader } = await reading((request, from, socket) => {
      sendAnswer(impostor, answer, [request, from, socket])
      return undefined
    })
    await expect(reader.get([[...table, 1, 666]])).rejects.toMatchObject({ kind: 'no-answer' })
    await new Promise<void>((done) => impostor.close(() => done()))
  })

  test('ignores an answer from another address', async () => {
    const impostor = createSocket('udp4')
    await new Promise<void>((bound) => impostor.bind(0, '127.0.0.2', bound))
    const answer = mib([row(1, 666)])
    const behave: Behaviour = (request, from, socket) => {
      sendAnswer(impostor, answer, [request, from, socket])
      return undefined
    }
    // The same port at another address.
    const { port } = impostor.address()
    const { reader } = await reading(behave, { address: '127.0.0.1', port, retries: 0 })
    await expect(reader.get([[...table, 1, 666]])).rejects.toMatchObject({ kind: 'no-answer' })
    await new Promise<void>((done) => impostor.close(() => done()))
  })

  test.each([
    ['another request id', (pdu: Pdu) => ({ ...pdu, requestId: pdu.requestId ^ 1 }), 'no-answer'],
    ['a request instead of a response', (pdu: Pdu) => ({ ...pdu, type: PduType.get }), 'no-answer'],
    ['garbage behind the right id', undefined, 'malformed'],
  ])('ignores %s', async (_, change, kind) => {
    const answer = mib([row(1, 1)])
    const { reader } = await reading((request, from, socket) => {
      const pdu = answer(request, from, socket)
      if (pdu === undefined || Buffer.isBuffer(pdu)) return undefined
      if (change) return change(pdu)
      const bytes = encodeCommunityMessage({ ...request, pdu })
      bytes[bytes.length - 3] = 0x99
      return bytes
    })
    await expect(reader.get([[...table, 1, 1]])).rejects.toMatchObject({ kind })
  })

  test('ignores noise before the answer', async () => {
    const answer = mib([row(1, 1)])
    const { reader } = await reading((request, from, socket) => {
      for (const noise of ['', '00', '30', '3003020101', 'ff'.repeat(1500)])
        socket.send(Buffer.from(noise, 'hex'), from.port, from.address)
      return answer(request, from, socket)
    })
    expect((await reader.get([[...table, 1, 1]]))[0]?.value).toBe(1)
  })
})

test('reads an agent at an IPv6 address', async () => {
  const { reader } = await reading(mib(columnOf(1, 300)), { address: '::1' })
  expect((await walk(reader, table)).varbinds.length).toBe(300)
})

test('reads hundreds of agents at once over one socket, without waiting for slow ones', async () => {
  const patience = { timeoutMs: 20_000, retries: 2 }
  const hosts = Array.from({ length: 400 }, (_, i) => `127.3.${Math.floor(i / 200)}.${(i % 200) + 1}`)
  const answerOf = (host: string) =>
    mib([...columnOf(1, 3), { ...row(2, 1), tag: Tag.octetString, value: Buffer.from(host) }])
  const held: (() => void)[] = []
  const slow = await reading(
    (...received) => {
      held.push(() => sendAnswer(received[2], mib(columnOf(1, 3)), received))
      return undefined
    },
    { ...patience, address: '127.3.2.1' },
  )
  const { port } = slow.agent
  const quick = await Promise.all(hosts.map((address) => reading(answerOf(address), { ...patience, address, port })))

  let slowIsRead = false
  const slowWalk = walk(slow.reader, table).finally(() => {
    slowIsRead = true
  })
  const walks = await Promise.all(quick.map(({ reader }) => walk(reader, table)))
  expect(walks.map(({ varbinds }) => String(varbinds.at(-1)?.value))).toEqual(hosts)
  expect(walks.every(({ varbinds, cut }) => varbinds.length === 4 && cut === undefined)).toBe(true)
  expect([slowIsRead, held.length]).toEqual([false, 1])
  for (const answer of held) answer()
  expect((await slowWalk).varbinds.length).toBe(3)
})

test('sends nothing after it was closed', async () => {
  const transport = new UdpTransport()
  const asked = { target: { address: '127.0.0.1', port: 161 }, id: transport.nextId(), message: Buffer.of(0) }
  const exchange = () =>
    transport.exchange({ ...asked, accept: () => undefined, patience: { timeoutMs: 10_000, retries: 0 } })
  const waiting = exchange()
  await transport.close()
  await expect(waiting).rejects.toThrow('the SNMP reader was closed')
  await expect(exchange()).rejects.toThrow('the SNMP reader was closed')
})

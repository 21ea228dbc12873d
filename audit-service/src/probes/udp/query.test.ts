import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { queryUdp } from './query.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

async function listen(address: string, onMessage: (from: RemoteInfo, socket: Socket) => void) {
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.on('message', (_, from) => onMessage(from, socket))
  await once(socket.bind(0, address), 'listening')
  return socket
}

const ask = (port: number, read: (message: Buffer) => boolean = () => true, signal = new AbortController().signal) =>
  queryUdp({ address: '127.0.0.1', port, payload: Buffer.from('who'), read, timeoutMs: 200, attempts: 2, signal })

test('accepts the first valid answer', async () => {
  const host = await listen('127.0.0.1', (from, socket) => {
    for (const text of ['noise', 'answer']) socket.send(text, from.port, from.address)
  })
  const outcome = await ask(host.address().port, (message) => message.toString() === 'answer')
  expect(outcome).toEqual({ answer: Buffer.from('answer') })
})

test('ignores an answer from another address or port', async () => {
  const stranger = await listen('127.0.0.2', () => undefined)
  const neighbor = await listen('127.0.0.1', () => undefined)
  let asked = 0
  const host = await listen('127.0.0.1', (from) => {
    asked += 1
    for (const other of [stranger, neighbor]) other.send('answer', from.port, from.address)
  })
  expect(await ask(host.address().port)).toEqual({ silent: 'no answer' })
  expect(asked).toBe(2)
})

test('reports a closed port at once', async () => {
  const closed = await listen('127.0.0.1', () => undefined)
  const { port } = closed.address()
  await new Promise<void>((done) => sockets.pop()?.close(done))
  expect(await ask(port)).toEqual({ silent: 'the port is closed' })
})

test.each(['fe80::1', '255.255.255.255'])(
  '%s, which nothing can be sent to from here, gives no answer',
  async (address) => {
    const asked = { address, port: 5353, payload: Buffer.from('who'), read: () => true, timeoutMs: 200, attempts: 2 }
    expect(await queryUdp({ ...asked, signal: new AbortController().signal })).toEqual({ silent: 'no answer' })
  },
)

test('limits the number of invalid answers and the time', async () => {
  const noisy = await listen('127.0.0.1', (from, socket) => {
    for (let i = 0; i < 100; i++) socket.send('noise', from.port, from.address)
  })
  const { port } = noisy.address()
  let looked = 0
  await ask(port, () => {
    looked += 1
    return false
  })
  expect(looked).toBe(32)
  expect(await ask(port, () => true, AbortSignal.abort())).toEqual({ silent: 'no answer' })
})

test('rejects if the reader of the answers throws', async () => {
  const host = await listen('127.0.0.1', (from, socket) => socket.send('answer', from.port, from.address))
  const beyond = (message: Buffer) => message.readUInt32BE(100) === 0
  await expect(ask(host.address().port, beyond)).rejects.toThrow(RangeError)
})

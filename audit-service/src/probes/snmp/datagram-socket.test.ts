import { createSocket, type Socket } from 'node:dgram'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadLibc } from '../packets/libc.ts'
import { openBatchedSocket } from './batched-socket.ts'
import { messageBytesMax } from './ber.ts'
import { type DatagramSocket, type OnMessage, openDatagramSocket } from './datagram-socket.ts'

async function openBatched(onMessage: OnMessage): Promise<DatagramSocket> {
  const loaded = await loadLibc()
  if (!loaded.available) throw new Error(loaded.detail)
  return openBatchedSocket(loaded.libc, onMessage)
}

let echo: Socket
beforeEach(async () => {
  echo = createSocket({ type: 'udp4', recvBufferSize: 2 ** 20 })
  echo.on('message', (message, { port, address }) => echo.send(message, port, address))
  await new Promise<void>((bound) => echo.bind(0, '127.8.0.2', bound))
})
afterEach(() => new Promise<void>((closed) => echo.close(closed)))

describe.each([
  ['in batches', openBatched],
  ['one by one', (onMessage: OnMessage) => openDatagramSocket('udp4', onMessage)],
])('datagrams %s', (_, open) => {
  const answeredTo = async (sizes: readonly number[], address = '127.8.0.2') => {
    const answered: string[] = []
    const unsent: string[] = []
    const ended = Promise.withResolvers<void>()
    const count = () => answered.length + unsent.length === sizes.length + 1 && ended.resolve()
    const socket = await open((message, from) => {
      answered.push(`${message.length} bytes of ${message.at(-1)} from ${from.address}:${from.port}`)
      count()
    })
    const { port } = echo.address()
    const target = { address: '127.8.0.2', port }
    const datagrams = sizes.map((size, i) => ({
      message: Buffer.alloc(size, i),
      target: i === 1 ? { address, port } : target,
      unsent: (error: Error) => {
        unsent.push(error.message)
        count()
      },
    }))
    const last = { message: Buffer.alloc(3, 255), target, unsent: () => count() }
    socket.send([...datagrams, last])
    await ended.promise
    await socket.close()
    return { answered: answered.toSorted(), unsent, from: `from 127.8.0.2:${port}` }
  }

  test('are sent completely in any size and number, and each answer has its source', async () => {
    const sizes = Array.from({ length: 150 }, (_, i) => 1 + i * 7)
    const { answered, unsent, from } = await answeredTo(sizes)
    const expected = [...sizes.map((size, i) => `${size} bytes of ${i} ${from}`), `3 bytes of 255 ${from}`]
    expect(answered).toEqual(expected.toSorted())
    expect(unsent).toEqual([])
  })

  test('may have the maximum length of a datagram', async () => {
    const { answered, from } = await answeredTo([messageBytesMax])
    expect(answered).toContain(`${messageBytesMax} bytes of 0 ${from}`)
  })

  test('reports a datagram that the system refuses, and sends the others', async () => {
    const { answered, unsent } = await answeredTo([10, 20, 30], '255.255.255.255')
    expect(answered.length).toBe(3)
    expect(unsent).toEqual([expect.stringContaining('EACCES')])
  })
})

import { createSocket, type Socket } from 'node:dgram'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AF_INET, IPPROTO_UDP, SOCK_DGRAM } from './constants.ts'
import { filterOf } from './filter.ts'
import { type Libc, loadLibc } from './libc.ts'
import { PacketSocket } from './packet-socket.ts'
import { addressOfName, socketNameBytes, writeSocketName } from './socket-name.ts'

let libc: Libc
let echo: Socket
let socket: PacketSocket

/** An echo server; it answers `513 B` with that many bytes. */
beforeEach(async () => {
  const loaded = await loadLibc()
  if (!loaded.available) throw new Error(loaded.detail)
  libc = loaded.libc
  const nameBytes = socketNameBytes[4]
  socket = new PacketSocket(libc, {
    family: AF_INET,
    type: SOCK_DGRAM,
    protocol: IPPROTO_UDP,
    packetBytes: 8,
    nameBytes,
  })
  echo = createSocket('udp4')
  echo.on('message', (message, { port, address }) => {
    const [, bytes] = /^(\d+) B/.exec(message.toString()) ?? []
    echo.send(bytes ? Buffer.alloc(Number(bytes)) : message, port, address)
  })
  await new Promise<void>((resolve) => echo.bind(0, '127.8.0.1', resolve))
})
afterEach(async () => {
  socket.close()
  await new Promise<void>((resolve) => echo.close(() => resolve()))
})

function write(index: number, address: string, text: string) {
  const message = socket.toSend[index]
  if (message === undefined) throw new Error(`there is no message ${index}`)
  writeSocketName(message.name, 0, address)
  message.name.writeUInt16BE(echo.address().port, 2)
  message.bytes.fill(0)
  message.bytes.write(text)
}

/** Receives this many answers, as text. */
async function received(count: number): Promise<string[]> {
  const texts: string[] = []
  while (texts.length < count) {
    socket.receive(({ bytes, name }) => texts.push(`${addressOfName(name)} ${bytes.toString().replaceAll('\0', '')}`))
    await new Promise(setImmediate)
  }
  return texts
}

describe('PacketSocket', () => {
  it('sends many messages and passes on the answers with their source', async () => {
    for (let index = 0; index < 200; index++) write(index, '127.8.0.1', `${index}`)
    await socket.send(200)
    const expected = Array.from({ length: 200 }, (_, index) => `127.8.0.1 ${index}`)
    expect((await received(200)).sort()).toEqual(expected.sort())
  })

  it('skips messages that the kernel refuses, at any position', async () => {
    const addresses = [
      '255.255.255.255',
      '127.8.0.1',
      '255.255.255.255',
      '255.255.255.255',
      '127.8.0.1',
      '255.255.255.255',
    ]
    for (const [index, address] of addresses.entries()) write(index, address, `${index}`)
    await socket.send(addresses.length)
    expect(await received(2)).toEqual(['127.8.0.1 1', '127.8.0.1 4'])
  })

  it('drops messages longer than any answer', async () => {
    write(0, '127.8.0.1', '513 B')
    write(1, '127.8.0.1', 'last')
    await socket.send(2)
    expect(await received(1)).toEqual(['127.8.0.1 last'])
  })

  it('receives only messages that match its filter', async () => {
    // For a datagram socket the filter starts at the UDP header.
    socket.attach(filterOf([{ offset: 8, bytes: 1, value: 'b'.charCodeAt(0) }], 'start'))
    for (const [index, text] of ['a1', 'b1', 'c1', 'b2'].entries()) write(index, '127.8.0.1', text)
    await socket.send(4)
    expect(await received(2)).toEqual(['127.8.0.1 b1', '127.8.0.1 b2'])
  })

  it('counts lost messages', async () => {
    expect(socket.lost()).toBe(0)
    // Half of the buffer counts; a datagram takes at least 256 bytes of it.
    for (let turn = 0; turn < 300; turn++) {
      for (let index = 0; index < 256; index++) write(index, '127.8.0.1', 'x')
      await socket.send(256)
      await new Promise(setImmediate)
    }
    expect(socket.lost()).toBeGreaterThan(0)
  })

  it('fails if the socket cannot be opened', () => {
    const unknown = { family: AF_INET, type: SOCK_DGRAM, protocol: 250, packetBytes: 8, nameBytes: 16 }
    expect(() => new PacketSocket(libc, unknown)).toThrow('socket: EPROTONOSUPPORT')
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../packets/message-vector.ts'
import { createAllNodesQuestion } from './all-nodes.ts'

const identifier = 0x1234
const links = [
  { interfaceIndex: 2, macAddress: '00:1b:21:00:00:01', address: '2001:db8::1' },
  { interfaceIndex: 3, macAddress: '00:1b:21:00:00:02', address: 'fd00:1::1' },
]
const [first] = links
const ourAddress = '20010db8000000000000000000000001'

let nowMs = 0
let question: ReturnType<typeof createAllNodesQuestion>
let request: Message
beforeEach(() => {
  nowMs = 1_000
  question = createAllNodesQuestion(links, identifier, () => nowMs)
  request = { bytes: Buffer.alloc(56), name: Buffer.alloc(20) }
  if (first) question.write(request, first, 0)
  nowMs = 1_012
})

/**
 * One's complement sum over the addresses, the length, the protocol and the message, independent of the code under
 * test.
 */
function withChecksum(packet: Buffer): Buffer {
  packet.writeUInt16BE(0, 42)
  let sum = 16 + 58
  for (let index = 8; index < 56; index += 2) sum += packet.readUInt16BE(index)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  packet.writeUInt16BE(~sum & 0xffff, 42)
  return packet
}

/** Returns the reply of 2001:db8::99, at 02:00:00:00:00:99, with some bytes replaced (in hex). */
function reply(patches: Record<number, string> = {}, namePatches: Record<number, string> = {}): Message {
  const bytes = Buffer.from(request.bytes)
  bytes.write(`20010db8000000000000000000000099${ourAddress}`, 8, 'hex')
  const name = Buffer.from('110086dd02000000010000060200000000990000', 'hex')
  for (const [at, hex] of Object.entries({ 7: '40', 40: '81', ...patches })) bytes.write(hex, Number(at), 'hex')
  for (const [at, hex] of Object.entries(namePatches)) name.write(hex, Number(at), 'hex')
  return { bytes: withChecksum(bytes), name }
}

describe('a call to all nodes', () => {
  it('is sent from our address of the link to its nodes only', () => {
    const { bytes, name } = request
    expect(bytes.subarray(0, 40).toString('hex')).toBe(`6000000000103a01${ourAddress}ff020000000000000000000000000001`)
    expect(bytes.subarray(40, 42).toString('hex')).toBe('8000')
    expect(bytes.subarray(44, 48).toString('hex')).toBe('12340000')
    expect(bytes).toEqual(withChecksum(Buffer.from(bytes)))
    expect(name.toString('hex')).toBe('110086dd02000000000000063333000000010000')
  })

  it('accepts a reply with its hardware address and round-trip time', () => {
    const node = { address: '2001:db8::99', macAddress: '02:00:00:00:00:99', rttMs: 12 }
    expect(question.read(reply())).toEqual(node)
    const { bytes, name } = reply()
    expect(question.read({ bytes: Buffer.concat([bytes, Buffer.alloc(8)]), name })).toEqual(node)
    if (first) question.write(request, first, 1)
    expect(question.read(reply())).toEqual({ ...node, rttMs: 0 })
  })

  it.each<[string, () => Message]>([
    ['with another identifier', () => reply({ 44: '1235' })],
    ['with another secret', () => reply({ 48: (request.bytes.readUInt8(48) ^ 1).toString(16).padStart(2, '0') })],
    ['of a round that was not', () => reply({ 46: '0001' })],
    ['that is a request', () => reply({ 40: '80' })],
    ['with a code', () => reply({ 41: '01' })],
    ['to another address', () => reply({ 24: 'fd00' })],
    [
      'to our address of another link, where nothing was sent',
      () => reply({ 24: 'fd000001000000000000000000000001' }, { 4: '03' }),
    ],
    ['from another link', () => reply({}, { 4: '03' })],
    ['from a group of hardware addresses', () => reply({}, { 12: '33' })],
    ['from an interface without hardware addresses', () => reply({}, { 11: '00' })],
    ['that says another length', () => reply({ 4: '0018' })],
    [
      'whose checksum is wrong',
      () => {
        const { bytes, name } = reply()
        bytes.writeUInt8(bytes.readUInt8(23) ^ 1, 23)
        return { bytes, name }
      },
    ],
  ])('ignores a reply %s', (_, message) => {
    expect(question.read(message())).toBeUndefined()
  })

  it('ignores a reply truncated at any position', () => {
    const { bytes, name } = reply()
    for (let length = 0; length < bytes.length; length++) {
      expect(question.read({ bytes: bytes.subarray(0, length), name })).toBeUndefined()
    }
  })
})

import { describe, expect, it } from 'vitest'
import type { Message } from '../packets/message-vector.ts'
import { createArpQuestion } from './arp.ts'
import { createNeighborQuestion } from './neighbor-solicitation.ts'

const link = { interfaceIndex: 3, macAddress: '00:1b:21:00:00:01' }
const empty = (bytes: number): Message => ({ bytes: Buffer.alloc(bytes), name: Buffer.alloc(28) })

/** Returns a copy with some bytes replaced (in hex). */
function patched(bytes: Buffer, offset: number, hex: string): Buffer {
  const copy = Buffer.from(bytes)
  copy.write(hex, offset, 'hex')
  return copy
}

describe('an ARP question', () => {
  const targets = ['10.0.0.2', '10.0.0.3'].map((address) => ({ address, link: { ...link, address: '10.0.0.1' } }))
  const question = createArpQuestion(targets)
  // A reply as sent by Linux, with Ethernet padding: 10.0.0.3 is at 02:00:00:00:00:03.
  const reply = Buffer.from(`00010800060400020200000000030a000003${'001b21000001'}0a000001${'00'.repeat(18)}`, 'hex')
  const name = Buffer.from(`11000806${'03000000'}0100000602000000000300000000000000000000`, 'hex')

  it('is broadcast on the link, from our address there', () => {
    const message = empty(28)
    question.write(message, 1, 0)
    expect(message.bytes.toString('hex')).toBe('0001080006040001001b210000010a0000010000000000000a000003')
    expect(message.name.subarray(0, 20).toString('hex')).toBe('1100080603000000000000' + '06ffffffffffff0000')
  })

  it('accepts the hardware address', () => {
    expect(question.read({ bytes: reply, name })).toEqual({ target: 1, macAddress: '02:00:00:00:00:03' })
  })

  it.each([
    ['of an address that was not asked', patched(reply, 14, '0a000009'), name],
    ['that went to somebody else', patched(reply, 24, '0a000002'), name],
    ['from another link', reply, patched(name, 4, '04')],
    ['of a group', patched(reply, 8, '01'), name],
    ['of nobody', patched(reply, 8, '000000000000'), name],
    ['of another kind of network', patched(reply, 0, '0006'), name],
    ['that is cut', reply.subarray(0, 27), name],
  ])('ignores a reply %s', (_, bytes, from) => {
    expect(question.read({ bytes, name: from })).toBeUndefined()
  })
})

describe('a neighbour solicitation', () => {
  const address = '2001:db8::12:3456'
  const question = createNeighborQuestion([{ address, link: { ...link, address: '2001:db8::1' } }])
  const addressHex = '20010db8000000000000000000123456'
  // Solicited, override; the link-layer address is the only option.
  const advertisement = Buffer.from(`8800abcd60000000${addressHex}0201020000000003`, 'hex')
  const name = Buffer.alloc(28)

  it('is sent to the solicited-node address, with our hardware address', () => {
    const message = empty(32)
    question.write(message, 0, 0)
    expect(message.bytes.toString('hex')).toBe(`8700000000000000${addressHex}0101001b21000001`)
    expect(message.name.toString('hex')).toBe('0a00000000000000ff0200000000000000000001ff12345603000000')
  })

  it('accepts the hardware address, also after other options', () => {
    const nonce = '0e01010203040506'
    const behind = Buffer.concat([advertisement.subarray(0, 24), Buffer.from(nonce, 'hex'), advertisement.subarray(24)])
    for (const bytes of [advertisement, behind]) {
      expect(question.read({ bytes, name })).toEqual({ target: 0, macAddress: '02:00:00:00:00:03' })
    }
  })

  it.each([
    ['of an address that was not asked', patched(advertisement, 8, '20010db9')],
    ['with a code', patched(advertisement, 1, '01')],
    ['that is a solicitation', patched(advertisement, 0, '87')],
    ['without a hardware address', advertisement.subarray(0, 24)],
    ['with an option of no length', patched(advertisement, 24, '0e00')],
    ['with an option longer than it is', patched(advertisement, 24, '0e40')],
    ['with a hardware address of a group', patched(advertisement, 26, '33')],
    ['that is cut', advertisement.subarray(0, 20)],
  ])('ignores an advertisement %s', (_, bytes) => {
    expect(question.read({ bytes, name })).toBeUndefined()
  })
})

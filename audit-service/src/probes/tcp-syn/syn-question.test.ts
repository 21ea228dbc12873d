import { describe, expect, it } from 'vitest'
import { checksum } from '../packets/checksum.ts'
import type { Message } from '../packets/message-vector.ts'
import { writeSocketName } from '../packets/socket-name.ts'
import { Targets } from '../packets/targets.ts'
import { pseudoHeaderSum, synBytes } from './segment.ts'
import { createSynQuestion } from './syn-question.ts'

const sourcePort = 40_000
const ports = [443, 22]
const targets = new Targets(['2001:db8::1', '2001:db8::2'], 6)
const question = createSynQuestion({ targets, family: 6, ports, sourcePort, sources: undefined })

const [syn, reset, ack] = [0x02, 0x04, 0x10]

function asked(target: number, round: number): Message {
  const message = { bytes: Buffer.alloc(synBytes), name: Buffer.alloc(28) }
  question.write(message, target, round)
  return message
}

/** Returns a host's answer: swapped ports, and our sequence number acknowledged. */
function answerTo({ bytes, name }: Message, flags: number, more = 1): Message {
  const answer = Buffer.alloc(20)
  answer.writeUInt16BE(bytes.readUInt16BE(2))
  answer.writeUInt16BE(bytes.readUInt16BE(0), 2)
  answer.writeUInt32BE(0x0102_0304, 4)
  answer.writeUInt32BE((bytes.readUInt32BE(4) + more) >>> 0, 8)
  answer.writeUInt16BE(0x5000 | flags, 12)
  return { bytes: answer, name }
}

describe('a SYN question', () => {
  it('queries one port per round, with a secret sequence number', () => {
    const [first, second] = [asked(0, 0).bytes, asked(1, 1).bytes]
    expect([first.readUInt16BE(0), first.readUInt16BE(2), first.readUInt8(13)]).toEqual([sourcePort, 443, syn])
    expect(second.readUInt16BE(2)).toBe(22)
    expect(first.readUInt32BE(4)).not.toBe(second.readUInt32BE(4))
    expect(asked(0, 1).bytes.readUInt32BE(4)).toBe(first.readUInt32BE(4))
  })

  it('accepts an open port and a refusal', () => {
    expect(question.read(answerTo(asked(0, 0), syn | ack))).toEqual({ target: 0, port: 443, open: true })
    expect(question.read(answerTo(asked(1, 1), reset | ack))).toEqual({ target: 1, port: 22, open: false })
  })

  const elsewhere = Buffer.alloc(28)
  writeSocketName(elsewhere, 0, '2001:db8::3')
  const fromPort = (port: number): Message => {
    const answer = answerTo(asked(0, 0), syn | ack)
    answer.bytes.writeUInt16BE(port)
    return answer
  }
  it.each<[string, Message]>([
    ['acknowledges another sequence number', answerTo(asked(0, 0), syn | ack, 2)],
    ['acknowledges nothing', answerTo(asked(0, 0), reset)],
    ['is data of a connection', answerTo(asked(0, 0), ack)],
    ['says yes and no', answerTo(asked(0, 0), syn | reset | ack)],
    ['comes from another target', { ...answerTo(asked(0, 0), syn | ack), name: asked(1, 0).name }],
    ['comes from somewhere else', { ...answerTo(asked(0, 0), syn | ack), name: elsewhere }],
    ['comes from a port that was not asked', fromPort(80)],
    ['is cut', { ...answerTo(asked(0, 0), syn | ack), bytes: answerTo(asked(0, 0), syn | ack).bytes.subarray(0, 19) }],
  ])('ignores a segment that %s', (_, message) => {
    expect(question.read(message)).toBeUndefined()
  })

  it('has a checksum that covers the IPv4 addresses', () => {
    const [source, destination] = [0x0a00_0001, 0xc0a8_0102]
    const towards = { towards: () => source }
    const ipv4 = createSynQuestion({
      targets: new Targets(['192.168.1.2'], 4),
      family: 4,
      ports,
      sourcePort,
      sources: towards,
    })
    const message = { bytes: Buffer.alloc(synBytes), name: Buffer.alloc(16) }
    ipv4.write(message, 0, 0)
    const pseudoHeader = Buffer.from('0a000001c0a8010200060018', 'hex')
    expect(checksum(Buffer.concat([pseudoHeader, message.bytes]))).toBe(0)
    expect(checksum(message.bytes, pseudoHeaderSum(source, destination))).toBe(0)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../packets/message-vector.ts'
import { writeSocketName } from '../packets/socket-name.ts'
import { Targets } from '../packets/targets.ts'
import { echoBytes } from './echo.ts'
import { createEchoQuestion } from './echo-question.ts'

const identifier = 0x1234
/** IPv4 header without options (RFC 791), as from a raw socket: 10.0.0.2 to 10.0.0.9. */
const ipv4Header = Buffer.from('4500002400000000400100000a0000020a000009', 'hex')

let nowMs = 0
const now = () => nowMs

const name = (address: string) => {
  const bytes = Buffer.alloc(28)
  writeSocketName(bytes, 0, address)
  return bytes
}
const empty = (): Message => ({ bytes: Buffer.alloc(echoBytes), name: Buffer.alloc(28) })

/** Returns a host's reply to a request: the type and the checksum change, all else stays. */
function replyTo(request: Message, header = ipv4Header): Message {
  const reply = Buffer.from(request.bytes)
  reply.writeUInt8(0)
  reply.writeUInt16BE((reply.readUInt16BE(2) + 0x0800) % 0xffff, 2)
  return { bytes: Buffer.concat([header, reply]), name: Buffer.from(request.name) }
}

describe('an IPv4 echo question', () => {
  const addresses = ['10.0.0.2', '10.0.0.3']
  let question: ReturnType<typeof createEchoQuestion>
  let requests: Message[]
  beforeEach(() => {
    nowMs = 1_000
    const targets = new Targets(addresses, 4)
    question = createEchoQuestion({ targets, family: 4, access: 'raw', identifier }, now)
    requests = addresses.map((_, target) => {
      const message = empty()
      question.write(message, target, 0)
      return message
    })
    nowMs = 1_012
  })
  const [first, second] = [() => requests[0] ?? empty(), () => requests[1] ?? empty()]

  it('accepts the reply of each target, with its round-trip time', () => {
    expect(question.read(replyTo(first()))).toEqual({ target: 0, rttMs: 12 })
    expect(question.read(replyTo(second()))).toEqual({ target: 1, rttMs: 12 })
  })

  it('accepts a reply to an earlier round, and one after a header with options', () => {
    const again = empty()
    question.write(again, 0, 1)
    nowMs = 1_030
    expect(question.read(replyTo(first()))).toEqual({ target: 0, rttMs: 30 })
    const longHeader = Buffer.concat([Buffer.from([0x46]), ipv4Header.subarray(1), Buffer.alloc(4)])
    expect(question.read(replyTo(again, longHeader))).toEqual({ target: 0, rttMs: 18 })
  })

  it('sends each target its own secret, in a valid request', () => {
    expect(first().bytes.subarray(8)).not.toEqual(second().bytes.subarray(8))
    expect(first().bytes.subarray(0, 2).toString('hex')).toBe('0800')
    expect(first().bytes.subarray(4, 8).toString('hex')).toBe('12340000')
    expect(first().name.subarray(0, 8).toString('hex')).toBe('020000000a000002')
  })

  /** Like `replyTo`, then changed, with a matching checksum. */
  const changed = (change: (reply: Buffer) => void): Message => {
    const reply = replyTo(first())
    const message = reply.bytes.subarray(ipv4Header.length)
    change(message)
    message.writeUInt16BE(0, 2)
    let sum = 0
    for (let index = 0; index < message.length; index += 2) sum += message.readUInt16BE(index)
    message.writeUInt16BE(~((sum & 0xffff) + (sum >>> 16)) & 0xffff, 2)
    return reply
  }

  it.each<[string, () => Message]>([
    [
      'another address answers with the secret of the one asked',
      () => ({ ...replyTo(first()), name: name('10.0.0.3') }),
    ],
    ['an address answers that was not asked', () => ({ ...replyTo(first()), name: name('10.0.0.77') })],
    ['the secret is another', () => changed((reply) => reply.writeUInt8(reply.readUInt8(15) ^ 1, 15))],
    ['the round was none', () => changed((reply) => reply.writeUInt16BE(1, 6))],
    ['it is our own request, come back', () => changed((reply) => reply.writeUInt8(8))],
    [
      'it is an error with our request in it',
      () => {
        const error = Buffer.concat([Buffer.from('0301fcfe00000000', 'hex'), ipv4Header, first().bytes])
        return { bytes: Buffer.concat([ipv4Header, error]), name: name('10.0.0.2') }
      },
    ],
    ['the code is not 0', () => changed((reply) => reply.writeUInt8(1, 1))],
    [
      'the checksum is wrong',
      () => {
        const reply = replyTo(first())
        reply.bytes.writeUInt8(reply.bytes.readUInt8(22) ^ 1, 22)
        return reply
      },
    ],
    [
      'it is longer than what was sent',
      () => {
        const reply = replyTo(first())
        return { ...reply, bytes: Buffer.concat([reply.bytes, Buffer.alloc(2)]) }
      },
    ],
    [
      'its header says that it is longer than it is',
      () => replyTo(first(), Buffer.concat([Buffer.from([0x4f]), ipv4Header.subarray(1)])),
    ],
    [
      'its header is of another version',
      () => replyTo(first(), Buffer.concat([Buffer.from([0x65]), ipv4Header.subarray(1)])),
    ],
  ])('ignores a reply if %s', (_, message) => {
    expect(question.read(message())).toBeUndefined()
  })

  it('ignores a reply truncated at any position', () => {
    const whole = replyTo(first())
    for (let length = 0; length < whole.bytes.length; length++) {
      expect(question.read({ ...whole, bytes: whole.bytes.subarray(0, length) })).toBeUndefined()
    }
  })
})

describe('an IPv6 echo question', () => {
  it('accepts the reply of the queried address, whose checksum the kernel verified', () => {
    const targets = new Targets(['2001:db8::1', '2001:db8::2'], 6)
    const question = createEchoQuestion({ targets, family: 6, access: 'raw', identifier }, now)
    const message = empty()
    question.write(message, 1, 0)
    expect(message.bytes.subarray(0, 8).toString('hex')).toBe('8000000012340000')
    message.bytes.writeUInt8(129)
    expect(question.read(message)).toEqual({ target: 1, rttMs: 0 })
    expect(question.read({ ...message, name: name('2001:db8::1') })).toBeUndefined()
  })
})

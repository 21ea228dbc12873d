import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { parseNodeStatus, readNodeStatus } from './node-status.ts'

/** Answer of Samba's nmbd 4.17 to the query 0x1234. */
const recorded = Buffer.from(
  [
    '12348400000000010000000020434b4141414141414141414141414141414141414141414141414141414141410000210001',
    '0000000000890546494c45522d37202020202020202000040046494c45522d37202020202020202003040046494c45522d37',
    '20202020202020202004004f46464943452020202020202020200084004f46464943452020202020202020201e8400000000',
    '00000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
  ].join(''),
  'hex',
)
const id = 0x1234
/** Header, name, type, class, TTL, length. */
const countAt = 56
const unitAt = countAt + 1 + 5 * 18

describe('a node status response', () => {
  it('returns computer and workgroup, and no MAC address for a unit id of zeros', () => {
    expect(parseNodeStatus(recorded, id)).toEqual({ computer: 'FILER-7', workgroup: 'OFFICE' })
  })

  it('returns the MAC address in the unit id of Windows', () => {
    const windows = Buffer.from(recorded)
    Buffer.from('001b213c9df8', 'hex').copy(windows, unitAt)
    expect(parseNodeStatus(windows, id)).toMatchObject({ macAddress: '00:1b:21:3c:9d:f8' })
  })

  it('returns the MAC address after many names', () => {
    const head = Buffer.from(recorded.subarray(0, countAt + 1))
    head[countAt] = 70
    const names = Buffer.alloc(70 * 18, 'HOST0001       \0\x04\0', 'latin1')
    const unit = Buffer.from('001b213c9df8', 'hex')
    expect(parseNodeStatus(Buffer.concat([head, names, unit]), id)?.macAddress).toBe('00:1b:21:3c:9d:f8')
  })

  it.each([0, 1, 4, 200, 255])('returns only the existing names if it claims %d', (count) => {
    const odd = Buffer.from(recorded)
    odd[countAt] = count
    const { computer } = parseNodeStatus(odd, id) ?? {}
    expect(computer).toBe(count === 0 ? undefined : 'FILER-7')
  })

  it('reads a truncated answer as far as possible, or ignores it', () => {
    for (let length = 0; length < recorded.length; length++) {
      const names = parseNodeStatus(recorded.subarray(0, length), id)
      expect(names?.computer ?? 'FILER-7', `${length} bytes`).toBe('FILER-7')
    }
  })

  it('ignores an answer to another query, a query, and other types', () => {
    expect(parseNodeStatus(recorded, 1)).toBeUndefined()
    for (const [at, value] of [
      [2, 0],
      [7, 0],
      [12, 5],
      [47, 0x20],
    ] as const) {
      const other = Buffer.from(recorded)
      other[at] = value
      expect(parseNodeStatus(other, id), `byte ${at}`).toBeUndefined()
    }
  })

  it('contains no control characters', () => {
    const odd = Buffer.from(recorded)
    odd.write('\u001b[2J<b>', countAt + 1, 'latin1')
    expect(parseNodeStatus(odd, id)?.computer).toBe('[2J<b>')
  })
})

it('is queried with the wildcard name (RFC 1002, section 4.2.17)', async () => {
  const host = createSocket('udp4')
  const asked: Buffer[] = []
  host.on('message', (question, from) => {
    asked.push(question)
    host.send(Buffer.concat([question.subarray(0, 2), recorded.subarray(2)]), from.port, from.address)
  })
  await once(host.bind(0, '127.0.0.1'), 'listening')
  const signal = new AbortController().signal
  const answer = await readNodeStatus('127.0.0.1', signal, host.address().port)
  host.close()
  expect(answer?.names.computer).toBe('FILER-7')
  expect(asked[0]?.subarray(2).toString('hex')).toBe(`00000001000000000000${'20434b'}${'41'.repeat(30)}0000210001`)
  expect(await readNodeStatus('::1', signal)).toBeUndefined()
})

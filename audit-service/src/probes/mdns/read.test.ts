import packet from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { readMdns } from './read.ts'

/** Answer of avahi-daemon 0.8 to the query 0x4242: a host that announces a printer. */
const recorded = Buffer.from(
  [
    '424284000004000c000000000c5f776f726b73746174696f6e045f746370056c6f63616c00000c8001045f697070c019000c',
    '80010c5f6465766963652d696e666fc019000c80010132013002393902313007696e2d61646472046172706100000c8001c0',
    '47000c00010000000a000a0766696c65722d37c01ec034000c00010000000a0023204578616d706c65204c61736572507269',
    '6e742034303020402066696c65722d37c034c085001000010000000a000e0d6d6f64656c3d5261636b4d6163c08500210001',
    '0000000a0008000000000000c06fc06f001c00010000000a0010fe8000000000000002163efffe630002c06f000100010000',
    '000a00040a630002c029000c00010000000a0023204578616d706c65204c617365725072696e742034303020402066696c65',
    '722d37c029c10e001000010000000a00501974793d4578616d706c65204c617365725072696e74203430300f7573625f4d46',
    '473d4578616d706c65167573625f4d444c3d4c617365725072696e74203430300e6e6f74653d326e6420666c6f6f72c10e00',
    '2100010000000a0008000000000277c06fc00c000c00010000000a001e1b66696c65722d37205b30303a31363a33653a3633',
    '3a30303a30325dc00cc1ad001000010000000a000100c1ad002100010000000a0008000000000009c06f',
  ].join(''),
  'hex',
)
const id = 0x4242

describe('an answer by multicast DNS', () => {
  it('returns the name of the queried address, and its services', () => {
    const { hostname, services = [] } = readMdns(recorded, id) ?? {}
    expect(hostname).toBe('filer-7')
    const instance = 'Example LaserPrint 400 @ filer-7'
    expect(services).toEqual([
      { type: '_device-info', instance, txt: new Map([['model', 'RackMac']]) },
      {
        type: '_ipp',
        instance,
        txt: new Map([
          ['ty', 'Example LaserPrint 400'],
          ['usb_mfg', 'Example'],
          ['usb_mdl', 'LaserPrint 400'],
          ['note', '2nd floor'],
        ]),
      },
      { type: '_workstation', instance: 'filer-7 [00:16:3e:63:00:02]', txt: new Map() },
    ])
  })

  it('ignores an answer to another query, and a query', () => {
    expect(readMdns(recorded, 1)).toBeUndefined()
    const question = packet.encode({ type: 'query', id, questions: [{ type: 'PTR', name: 'a.local' }] })
    expect(readMdns(question, id)).toBeUndefined()
  })

  it('ignores a message truncated at any position', () => {
    for (let length = 0; length < recorded.length; length++) {
      expect(readMdns(recorded.subarray(0, length), id), `${length} bytes`).toBeUndefined()
    }
  })

  it('ignores a message with looping names or wrong counts', () => {
    // One question, whose name at offset 12 is a pointer to 12.
    expect(readMdns(Buffer.from('424284000001000000000000c00c000c8001', 'hex'), id)).toBeUndefined()
    expect(readMdns(Buffer.from('4242840000000000ffffffff', 'hex'), id)).toBeUndefined()
  })

  it('reads a part of thousands of records, without control characters', () => {
    const many = packet.encode({
      type: 'response',
      id,
      answers: Array.from({ length: 500 }, (_, index) => ({
        type: 'TXT' as const,
        name: `x${index}._ipp._tcp.local`,
        data: [Buffer.from('ty=\u001b[2J<script>'), Buffer.from('ty=second'), Buffer.from('flag')],
      })),
    })
    const { services = [] } = readMdns(many, id) ?? {}
    expect(services).toHaveLength(32)
    expect(services[0]?.txt).toEqual(new Map([['ty', '[2J<script>']]))
  })
})

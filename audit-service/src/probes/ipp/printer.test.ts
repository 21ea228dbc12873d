import { afterEach, describe, expect, it } from 'vitest'
import { answers, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { attributesRequest, readAttributes } from './attributes.ts'
import { readDeviceId } from './device-id.ts'
import { readPrinter } from './printer.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

const counted = (text: string) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(text))
  return Buffer.concat([length, Buffer.from(text)])
}
/** Returns a response of RFC 8010, section 3.1: version, status, request id, groups of attributes. */
const ippAnswer = (attributes: Record<string, string>) =>
  Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 0x01]),
    ...[0x47, 0x48].map((tag) => Buffer.concat([Buffer.from([tag]), counted('attributes-charset'), counted('utf-8')])),
    Buffer.from([0x04]),
    ...Object.entries(attributes).map(([name, value]) =>
      Buffer.concat([Buffer.from([0x41]), counted(name), counted(value)]),
    ),
    Buffer.from([0x03]),
  ])

const printerAttributes = {
  'printer-make-and-model': 'Example LaserPrint 400 MFP',
  'printer-device-id': 'MFG:Example;CMD:PCL,PDF;MDL:LaserPrint 400;SN:EX400-0042;',
  'printer-firmware-string-version': '2.11.0',
}

const ask = async (answer: Buffer) => {
  const device = await startDevice(answers(answer))
  devices.push(device)
  const heard = await readPrinter(device, new AbortController().signal)
  return { device, print: heard?.print }
}

describe('a printer asked by IPP', () => {
  it('reports its manufacturer, model, serial number and firmware, without printing', async () => {
    const head = Buffer.from('HTTP/1.1 200 OK\r\nServer: Example/2.1\r\nContent-Type: application/ipp\r\n\r\n')
    const { print, device } = await ask(Buffer.concat([head, ippAnswer(printerAttributes)]))
    expect(print).toMatchObject({
      name: 'ipp',
      banner: 'Example LaserPrint 400 MFP',
      printer: {
        makeAndModel: 'Example LaserPrint 400 MFP',
        manufacturer: 'Example',
        model: 'LaserPrint 400',
        serialNumber: 'EX400-0042',
        firmwareVersion: '2.11.0',
      },
    })
    expect(device.received()).toMatch(/^POST \/ipp\/print HTTP\/1\.1\r\n/)
    const [, body = ''] = device.received().split('\r\n\r\n')
    // Get-Printer-Attributes (RFC 8011 section 5.4.15) and no other operation.
    expect(Buffer.from(body, 'latin1').readUInt16BE(2)).toBe(0x000b)
  })

  it('may send its answer in chunks', async () => {
    const answer = ippAnswer(printerAttributes)
    const pieces = [answer.subarray(0, 50), answer.subarray(50)].flatMap((piece) => [
      Buffer.from(`${piece.length.toString(16)}\r\n`),
      piece,
      Buffer.from('\r\n'),
    ])
    const head = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    const { print } = await ask(Buffer.concat([head, ...pieces, Buffer.from('0\r\n\r\n')]))
    expect(print?.printer).toMatchObject({ serialNumber: 'EX400-0042' })
  })

  it('reports a print server without a printer as a web server', async () => {
    const { print } = await ask(
      Buffer.from('HTTP/1.1 404 Not Found\r\nServer: CUPS/2.4 IPP/2.1\r\n\r\n<title>Not found</title>'),
    )
    expect(print).toMatchObject({ banner: 'CUPS/2.4 IPP/2.1', product: 'CUPS', version: '2.4', printer: {} })
  })
})

describe('attributes', () => {
  it('are read up to a truncation', () => {
    const whole = ippAnswer(printerAttributes)
    for (let length = 0; length <= whole.length; length++) {
      const maker = readAttributes(whole.subarray(0, length)).get('printer-make-and-model')
      expect(maker ?? 'Example LaserPrint 400 MFP', `${length} bytes`).toBe('Example LaserPrint 400 MFP')
    }
  })

  it('are read in part if endless', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`attribute-${index}`, 'x']))
    expect(readAttributes(ippAnswer(many)).size).toBe(64)
  })

  it('are requested by name, further ones with an empty name (RFC 8010, section 3.1.4)', () => {
    const request = attributesRequest('ipp://127.0.0.1/ipp/print', ['a', 'b'])
    expect([...readAttributes(request)]).toEqual([
      ['attributes-charset', 'utf-8'],
      ['attributes-natural-language', 'en'],
      ['printer-uri', 'ipp://127.0.0.1/ipp/print'],
      ['requested-attributes', 'a'],
    ])
    expect(request.subarray(-7).toString('hex')).toBe('44000000016203')
  })
})

it.each([
  ['MANUFACTURER:Example;MODEL:X 1;SERIALNUMBER:1;', { manufacturer: 'Example', model: 'X 1', serialNumber: '1' }],
  ['mfg: Example ;mdl:X;sern:2', { manufacturer: 'Example', model: 'X', serialNumber: '2' }],
  ['MFG:;;:x;MDL', {}],
  ['', {}],
])('device id %j', (text, expected) => {
  expect(readDeviceId(text)).toEqual(expected)
})

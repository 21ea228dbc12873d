import { afterEach, describe, expect, it } from 'vitest'
import { readWith } from '../identify/testing/read.ts'
import { startUdpDevice } from '../identify/testing/udp-device.ts'
import { answersRequest, instanceOfIAm, properties, propertyOf, textOf } from './apdu.ts'
import { bacnetPrint } from './identify.ts'
import { bacnetAnswers, controllerValues, framed } from './testing/bacnet-device.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function read(answersTo: (request: Buffer) => readonly Buffer[]) {
  const device = await startUdpDevice((request) => answersTo(Buffer.from(request, 'latin1')))
  stops.push(device.stop)
  const reading = await readWith(bacnetPrint, device, { protocol: 'udp' })
  return { ...reading, requests: device.requests.map((request) => Buffer.from(request, 'latin1')) }
}
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const facts = {
  label: 'AHU-3',
  manufacturer: 'Reliable Controls',
  model: 'MACH-ProWebSys',
  serialNumber: 'RC0042-17',
  firmwareVersion: '8.26.4',
}

describe('a device of building automation', () => {
  it('reports vendor, model, version, serial number and name', async () => {
    const { print, requests, faults } = await read(bacnetAnswers())
    expect(print).toMatchObject({
      protocol: 'udp',
      name: 'bacnet',
      product: 'MACH-ProWebSys',
      version: '8.26.4',
      banner: 'Device 1234: AHU-3',
      device: facts,
    })
    expect(faults).toEqual([])
    // ReadProperty and Who-Is, and nothing that writes.
    const services = requests.map((request) => [request[6], request[6] === 0 ? request[9] : request[7]])
    expect(new Set(services.map(String))).toEqual(new Set(['0,12', '16,8']))
  })

  it('that refuses the wildcard instance is read by the one of its I-Am', async () => {
    const { print } = await read(bacnetAnswers(controllerValues, { isStrict: true }))
    expect(print?.device).toMatchObject(facts)
  })

  it('that answers no Who-Is is read by the wildcard instance', async () => {
    const answers = bacnetAnswers()
    const { print } = await read((request) => (request[6] === 0x10 ? [] : answers(request)))
    expect(print?.device).toMatchObject(facts)
    expect(print?.banner).toBe('Device 1234: AHU-3')
  })

  it('without optional properties has the others', async () => {
    const values = new Map([...controllerValues].filter(([property]) => property !== properties.firmwareRevision))
    values.set(properties.objectName, hex('75 10 00 57 61 74 65 72 20 74 6f 77 65 72 20 28 31 29'))
    const { print } = await read(bacnetAnswers(values))
    expect(print?.device).toMatchObject({ model: 'MACH-ProWebSys', firmwareVersion: '2.1' })
    expect(print?.device).toMatchObject({ label: 'Water tower (1)' })
  })

  it('that falls silent keeps what it has reported', async () => {
    const answers = bacnetAnswers()
    let left = 4
    const { print, requests } = await read((request) => (left-- > 0 ? answers(request) : []))
    expect(print?.device).toMatchObject({ manufacturer: 'Reliable Controls', model: 'MACH-ProWebSys' })
    // Two attempts of the first property without an answer, and none of the others.
    expect(requests).toHaveLength(6)
  })
})

describe('a port that is no BACnet device', () => {
  it('is silent to both requests', async () => {
    const { print, requests } = await read(() => [])
    expect(print).toBeUndefined()
    expect(requests).toHaveLength(4)
  })

  it.each([
    ['text', Buffer.from('HTTP/1.0 200 OK\r\n\r\n')],
    ['the echo of the request', undefined],
    ['a header alone', hex('81 0a 0004')],
    ['an answer to another request', framed(hex('30 63 0c 0c 020004d2 19 4b 3e c4 020004d2 3f'))],
    ['a network message', framed(hex('00'), '81 0a 0000 01 80')],
  ])('answers with %s', async (_, answer) => {
    expect((await read((request) => [answer ?? request])).print).toBeUndefined()
  })
})

describe('a message', () => {
  const value = (text: string) => textOf(propertyOf(framed(hex(`30 05 0c 0c 020004d2 19 46 3e ${text} 3f`))))

  it('is read through a router and a foreign-device table', () => {
    const apdu = hex('30 05 0c 0c 020004d2 19 46 3e 73 00 41 42 3f')
    // SNET 0x0102 with a SADR of one byte; DNET with a hop count; the address of the sender.
    for (const head of [
      '81 0a 0000 01 08 0102 01 09',
      '81 0a 0000 01 20 ffff 00 ff',
      '81 04 0000 c0a80105bac0 01 00',
    ]) {
      expect(textOf(propertyOf(framed(apdu, head)))).toBe('AB')
      expect(answersRequest(framed(apdu, head), 5)).toBe(true)
      expect(answersRequest(framed(apdu, head), 6)).toBe(false)
    }
  })

  it('has texts in UTF-8, UCS-2 and ISO 8859-1', () => {
    expect(value('75 06 00 4bc3bc68 6c')).toBe('Kühl')
    expect(value('75 05 04 004b 00fc')).toBe('Kü')
    expect(value('74 05 4bfc68')).toBe('Küh')
    expect(value('74 02 4b4b4b')).toBeUndefined()
    expect(value('21 05')).toBeUndefined()
  })

  it('with lengths beyond its end has no value', () => {
    for (const text of ['75 ff 00', '75 fe ffff 00', '7d 05 00', '75', 'c4 02', '3e 3e 3e'])
      expect(value(text)).toBeUndefined()
  })

  it('cut anywhere or with any byte changed never throws', () => {
    const message = framed(
      hex('30 05 0c 0c 020004d2 1a 0174 3e 75 06 00 5243303432 3f'),
      '81 04 0000 c0a80105bac0 01 28 ffff 01 09 0102 01 09 ff',
    )
    const variants = Array.from(message, (_, at) => [
      message.subarray(0, at),
      ...[0x00, 0x7f, 0xff].map((byte) =>
        Buffer.concat([message.subarray(0, at), Buffer.of(byte), message.subarray(at + 1)]),
      ),
    ]).flat()
    for (const variant of variants) {
      const seen = textOf(propertyOf(variant))
      expect(seen === undefined || seen.length <= message.length).toBe(true)
      expect(() => [answersRequest(variant, 5), instanceOfIAm(variant)]).not.toThrow()
    }
    expect(textOf(propertyOf(message))).toBe('RC042')
  })
})

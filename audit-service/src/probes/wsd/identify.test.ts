import { afterEach, describe, expect, it } from 'vitest'
import { answers, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { readWith } from '../identify/testing/read.ts'
import { startUdpDevice, type UdpDevice } from '../identify/testing/udp-device.ts'
import { wsdPrint } from './identify.ts'
import { scopeFacts } from './scopes.ts'

const devices: (TestDevice | UdpDevice)[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

const start = async (behave: Parameters<typeof startDevice>[0]) => {
  const device = await startDevice(behave)
  devices.push(device)
  return device
}

type Match = { types: string; scopes?: string; addresses: string }
const endpoint = 'urn:uuid:1419d68a-1dd2-11b2-a105-f0079bc5e5a1'

/** ProbeMatches (WS-Discovery, section 5.3) as cameras and printers send it. */
const matches = (request: string, { types, scopes = '', addresses }: Match): string => {
  const id = /<a:MessageID>([^<]+)</.exec(request)?.[1]
  return [
    '<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope><SOAP-ENV:Header>',
    `<wsa:RelatesTo>${id}</wsa:RelatesTo><wsa:ReplyTo><wsa:Address>http://anonymous</wsa:Address></wsa:ReplyTo>`,
    '</SOAP-ENV:Header><SOAP-ENV:Body><d:ProbeMatches><d:ProbeMatch>',
    `<wsa:EndpointReference><wsa:Address>${endpoint}</wsa:Address></wsa:EndpointReference>`,
    `<d:Types>${types}</d:Types><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${addresses}</d:XAddrs>`,
    '</d:ProbeMatch></d:ProbeMatches></SOAP-ENV:Body></SOAP-ENV:Envelope>',
  ].join('')
}

async function read(match: Match, answer = (request: string) => matches(request, match)) {
  const device = await startUdpDevice((request) => [answer(request)])
  devices.push(device)
  return { device, ...(await readWith(wsdPrint, device, { protocol: 'udp' })) }
}

const http = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const scopes =
  'onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/Example%20EX-2042 onvif://www.onvif.org/hardware/EX-2042'

describe('a camera', () => {
  it('is found by its scopes and described by ONVIF at the address that it names', async () => {
    const service = await start(
      answers(http('<r><tds:Manufacturer>Example</tds:Manufacturer><tds:Model>EX-2042</tds:Model></r>')),
    )
    const addresses = `http://192.0.2.1/onvif http://127.0.0.1:${service.port}/onvif/device`
    const { print, device } = await read({ types: 'dn:NetworkVideoTransmitter tds:Device', scopes, addresses })
    expect(print).toMatchObject({
      protocol: 'udp',
      name: 'ws-discovery',
      banner: 'dn:NetworkVideoTransmitter tds:Device',
      device: { type: 'camera', manufacturer: 'Example', model: 'EX-2042' },
    })
    expect(service.received()).toMatch(/^POST \/onvif\/device HTTP/)
    expect(device.requests).toHaveLength(1)
  })

  it('that names only other addresses is known by its scopes, and they are not asked', async () => {
    const elsewhere = await start(answers(http('<r><Model>elsewhere</Model></r>')))
    for (const addresses of [
      `http://localhost:${elsewhere.port}/`,
      `http://127.0.0.2:${elsewhere.port}/`,
      `http://user:pass@127.0.0.1:${elsewhere.port}/`,
      'file:///etc/passwd',
      'x'.repeat(5_000),
    ]) {
      const { print, faults } = await read({ types: 'dn:NetworkVideoTransmitter', scopes, addresses })
      expect(print?.device).toMatchObject({ type: 'camera', manufacturer: 'Example', model: 'EX-2042' })
      // A text that is too long is not even read.
      if (addresses.length < 1_024) expect(faults[0]).toMatch(/^the description is not at this address/)
    }
    expect(elsewhere.connections()).toBe(0)
  })
})

describe('metadata', () => {
  const metadata = async (body: string) => {
    const service = await start(answers(http(body)))
    const { print } = await read({ types: 'wsdp:Device', addresses: `http://127.0.0.1:${service.port}/ws` })
    return { print, received: service.received() }
  }

  it('of a printer give model and serial number', async () => {
    const { print, received } = await metadata(
      [
        '<m><wsdp:Manufacturer>Example</wsdp:Manufacturer><wsdp:ModelName>EX-LaserPrint 400</wsdp:ModelName>',
        '<wsdp:FirmwareVersion>2.1</wsdp:FirmwareVersion><wsdp:SerialNumber>EXP00042</wsdp:SerialNumber>',
        '<wsdp:Types>wprt:PrintDeviceType</wsdp:Types></m>',
      ].join(''),
    )
    expect(print?.device).toEqual({
      type: 'printer',
      manufacturer: 'Example',
      model: 'EX-LaserPrint 400',
      serialNumber: 'EXP00042',
      firmwareVersion: '2.1',
    })
    expect(received).toContain(`<a:To>${endpoint}</a:To>`)
  })

  it.each([
    ['PC-0042/Domain:CORP', { hostname: 'PC-0042', domain: 'CORP' }],
    ['PC-0042/Workgroup:OFFICE', { hostname: 'PC-0042', domain: 'OFFICE' }],
    ['PC-0042\\NotJoined', { hostname: 'PC-0042' }],
    ['&lt;script&gt;', {}],
  ])('of the computer %s give its name, and not the program that answers', async (computer, expected) => {
    const { print } = await metadata(
      `<m><Manufacturer>Microsoft Corporation</Manufacturer><pub:Computer>${computer}</pub:Computer></m>`,
    )
    expect(print?.device).toEqual(expected)
  })

  it('of an unknown kind give nothing', async () => {
    const { print } = await metadata('<m><Manufacturer>wsdd</Manufacturer><ModelName>wsdd</ModelName></m>')
    expect(print?.device).toEqual({})
  })
})

describe('an answer', () => {
  it.each([
    [
      'to another request',
      (request: string) => matches(request.replace(/[\da-f]{8}-/, 'other-'), { types: '', addresses: '' }),
    ],
    ['without a match', (request: string) => `<x>${/urn:uuid:[\da-f-]+/.exec(request)?.[0]}</x>`],
  ])('%s does not count', async (_, answer) => {
    expect((await read({ types: '', addresses: '' }, answer)).print).toBeUndefined()
  })
})

it.each([
  [[], {}],
  [['onvif://www.onvif.org/hardware/IPC'], { model: 'IPC' }],
  [['onvif://www.onvif.org/name/Lobby', 'onvif://www.onvif.org/hardware/IPC'], { model: 'IPC' }],
  [['onvif://www.onvif.org/hardware/%E0%A4%A'], { model: '%E0%A4%A' }],
  [['onvif://www.onvif.org/MAC/001122334455'], { macAddress: '001122334455' }],
])('scopes %j', (given, expected) => {
  expect(scopeFacts(given)).toEqual(expected)
})

import { afterEach, describe, expect, it } from 'vitest'
import { answers, sends, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { answersInTurn, readWith } from '../identify/testing/read.ts'
import { onvifPrint } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function read(behave: Parameters<typeof startDevice>[0]) {
  const device = await startDevice(behave)
  devices.push(device)
  return { device, ...(await readWith(onvifPrint, device)) }
}

const http = (body: string, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/soap+xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
/** Answer of the form that cameras send (ONVIF Core Specification, section 8.3.1). */
const information = (model: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"',
    ' xmlns:tds="http://www.onvif.org/ver10/device/wsdl"><SOAP-ENV:Body><tds:GetDeviceInformationResponse>',
    `<tds:Manufacturer>Example</tds:Manufacturer><tds:Model>${model}</tds:Model>`,
    '<tds:FirmwareVersion>V5.5.82 build 190909</tds:FirmwareVersion><tds:SerialNumber>EX20190101AA</tds:SerialNumber>',
    '<tds:HardwareId>88</tds:HardwareId></tds:GetDeviceInformationResponse></SOAP-ENV:Body></SOAP-ENV:Envelope>',
  ].join('')

describe('a camera', () => {
  it('reports manufacturer, model, serial number and firmware by one question without a login', async () => {
    const { print, device } = await read(answersInTurn(http(information('EX-2042'))))
    expect(print).toMatchObject({
      name: 'onvif',
      device: {
        type: 'camera',
        manufacturer: 'Example',
        model: 'EX-2042',
        serialNumber: 'EX20190101AA',
        firmwareVersion: 'V5.5.82 build 190909',
      },
    })
    expect(device.received()).toMatch(/^POST \/onvif\/device_service HTTP\/1\.1\r\n/)
    expect(device.received()).not.toMatch(/Authorization|UsernameToken|Security/)
    expect(device.connections()).toBe(1)
  })

  it.each([
    ['HTTP', http('', '401 Unauthorized')],
    ['SOAP', http('<s:Fault><s:Subcode><s:Value>ter:NotAuthorized</s:Value></s:Subcode></s:Fault>', '400 Bad Request')],
  ])('that wants a login by %s gets none', async (_, answer) => {
    const { print, faults, device } = await read(answersInTurn(answer))
    expect(print).toBeUndefined()
    expect(faults).toEqual(['the host describes itself only after a login'])
    expect(device.connections()).toBe(1)
  })
})

describe('a port that means no good', () => {
  it('sends 10 MB of XML: only the beginning is received, and that is reported', async () => {
    const huge = information('x'.repeat(10 * 1024 * 1024))
    const { print, faults } = await read((socket) => void socket.once('data', () => socket.write(http(huge))))
    expect(print).toBeUndefined()
    expect(faults).toEqual(['the answer has more than 65536 bytes'])
  })

  it('sends endless chunks: the same', async () => {
    const { faults } = await read(
      sends(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(50_000)}`),
    )
    expect(faults).toEqual(['the answer has more than 65536 bytes'])
  })

  it('declares entities: they are not replaced', async () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    const { print } = await read(answersInTurn(http(`${entity}${information('&b;&f;')}`)))
    expect(print?.device?.model).toBe('&b;&f;')
  })

  it('redirects elsewhere: the other place is not asked', async () => {
    const elsewhere = await startDevice(answers(http(information('elsewhere'))))
    devices.push(elsewhere)
    const location = `Location: http://${elsewhere.address}:${elsewhere.port}/onvif/device_service`
    const { print, faults } = await read(
      answersInTurn(`HTTP/1.1 307 Temporary Redirect\r\n${location}\r\nContent-Length: 0\r\n\r\n`),
    )
    expect(print).toBeUndefined()
    expect(faults).toEqual(['the answer has status 307'])
    expect(elsewhere.connections()).toBe(0)
  })
})

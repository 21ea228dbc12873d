import { afterEach, describe, expect, it } from 'vitest'
import { answers, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { readWith } from '../identify/testing/read.ts'
import { startUdpDevice, type UdpDevice } from '../identify/testing/udp-device.ts'
import type { VisitedHost } from '../identify/visit.ts'
import { descriptionFacts } from './description.ts'
import { upnpPrint } from './identify.ts'

const devices: (TestDevice | UdpDevice)[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

const start = async (behave: Parameters<typeof startDevice>[0], address = '127.0.0.1') => {
  const device = await startDevice(behave, { address })
  devices.push(device)
  return device
}

/** `location` is the URL of the description; `UDP` in it stands for the number of the device's own port. */
async function read(location: string, host: Partial<VisitedHost> = {}) {
  const device = await startUdpDevice(() => {
    const url = location.replace('UDP', `${device.port}`)
    const lines = ['HTTP/1.1 200 OK', 'ST: upnp:rootdevice', `LOCATION: ${url}`, 'SERVER: FRITZ!Box UPnP/1.0 AVM']
    return [`${lines.join('\r\n')}\r\n\r\n`]
  })
  devices.push(device)
  return { device, ...(await readWith(upnpPrint, device, { protocol: 'udp', ...host })) }
}

const description = (kind: string, manufacturer: string, model: string) =>
  [
    '<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device>',
    `<deviceType>urn:schemas-upnp-org:device:${kind}:1</deviceType><friendlyName>x</friendlyName>`,
    `<manufacturer>${manufacturer}</manufacturer><modelName>${model}</modelName>`,
    '<deviceList><device><manufacturer>Other</manufacturer><serialNumber>S0042</serialNumber></device></deviceList>',
    '</device></root>',
  ].join('')
const gateway = description('InternetGatewayDevice', 'AVM', 'FRITZ!Box 7590')

describe('a device', () => {
  it('reports kind, manufacturer and model in the description that it names', async () => {
    const server = await start(answers(`HTTP/1.0 200 OK\r\n\r\n${gateway}`))
    const { print, device } = await read(`http://127.0.0.1:${server.port}/igddesc.xml`)
    expect(print).toMatchObject({
      protocol: 'udp',
      name: 'upnp',
      banner: 'FRITZ!Box UPnP/1.0 AVM',
      device: { type: 'network-device', manufacturer: 'AVM', model: 'FRITZ!Box 7590' },
    })
    expect(server.received()).toMatch(/^GET \/igddesc\.xml HTTP\/1\.1\r\n/)
    expect(device.requests[0]).toMatch(/^M-SEARCH \* HTTP\/1\.1\r\nHOST: 127\.0\.0\.1:\d+\r\n/)
  })

  it('that names another address is not described, and the other address is not asked', async () => {
    const elsewhere = await start(answers(`HTTP/1.0 200 OK\r\n\r\n${gateway}`), '127.0.0.2')
    const { print, faults } = await read(`http://127.0.0.2:${elsewhere.port}/igddesc.xml`)
    expect(print).toMatchObject({ name: 'upnp' })
    expect(print).not.toHaveProperty('device')
    expect(faults).toEqual([expect.stringMatching(/^the description is not at this address and was not requested: /)])
    expect(elsewhere.connections()).toBe(0)
  })

  it('is described only at ports that the segment allows', async () => {
    const server = await start(answers(`HTTP/1.0 200 OK\r\n\r\n${gateway}`))
    const { faults } = await read(`http://127.0.0.1:${server.port}/`, { allowedPorts: [80] })
    expect(faults).toEqual([`TCP ${server.port}: the segment does not allow this port`])
    expect(server.connections()).toBe(0)
  })

  it('that names a raw print port is not described, as a printer would print the request', async () => {
    const { faults } = await read('http://127.0.0.1:9100/')
    expect(faults).toEqual(['TCP 9100: nothing is sent to a raw print port'])
  })

  it('that names the number of its UDP port is described only if the segment allows the TCP port', async () => {
    const { faults } = await read('http://127.0.0.1:UDP/', { allowedPorts: [80] })
    expect(faults).toEqual([expect.stringMatching(/^TCP \d+: the segment does not allow this port$/)])
  })

  it('with an endless description is known by its answer alone', async () => {
    const server = await start((socket) => void socket.write(`HTTP/1.0 200 OK\r\n\r\n${'<a>'.repeat(100_000)}`))
    const { print, faults } = await read(`http://127.0.0.1:${server.port}/`)
    expect(print).toMatchObject({ name: 'upnp' })
    expect(faults).toEqual([`TCP ${server.port}: the answer has more than 65536 bytes`])
  })
})

it('with the serial number that its software ships with has none', async () => {
  const withSerial = gateway.replace('<deviceList>', '<serialNumber>12345678</serialNumber><deviceList>')
  const server = await start(answers(`HTTP/1.0 200 OK\r\n\r\n${withSerial}`))
  const { print } = await read(`http://127.0.0.1:${server.port}/`)
  expect(print?.device).toEqual({ type: 'network-device', manufacturer: 'AVM', model: 'FRITZ!Box 7590' })
})

describe('a description', () => {
  it('gives values of the root device only', () => {
    expect(descriptionFacts(gateway)).not.toHaveProperty('serialNumber', 'S0042')
  })

  it.each([
    ['MediaServer', 'Example', 'EX-9'],
    ['MediaRenderer', 'XBMC Foundation', 'Kodi'],
    ['InternetGatewayDevice', 'MiniUPnP', 'Linux router'],
    ['Basic', 'Microsoft Corporation', 'Windows Media Connect'],
  ])('of a program (%s, %s, %s) says nothing about its device', (kind, manufacturer, model) => {
    expect(descriptionFacts(description(kind, manufacturer, model))).toBeUndefined()
  })
})

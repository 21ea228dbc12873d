import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { sends, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { servesPages } from '../http/testing/pages.ts'
import { readWith } from '../identify/testing/read.ts'
import { redfishPrint } from './identify.ts'
import { idrac, ilo, open, severalSystems } from './testing/services.ts'

let tls: Awaited<ReturnType<typeof makeServerTls>>
const devices: TestDevice[] = []
beforeAll(async () => {
  tls = await makeServerTls('bmc.example')
})
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function start(behave: Parameters<typeof startDevice>[0]) {
  const device = await startDevice(behave, { tls })
  devices.push(device)
  return device
}
async function read(behave: Parameters<typeof startDevice>[0]) {
  const device = await start(behave)
  return { device, ...(await readWith(redfishPrint, device)) }
}
const readPages = (pages: Parameters<typeof servesPages>[0]) => read(servesPages(pages))
const root = (fields: object) => ({ '/redfish/v1/': { body: { RedfishVersion: '1.0.0', ...fields } } })

describe('a service processor', () => {
  it('of HPE reports the machine in its service root', async () => {
    const { print, device, faults } = await readPages(ilo)
    expect(print).toMatchObject({ protocol: 'tcp', name: 'redfish', product: 'ProLiant DL380 Gen10', version: '1.6.0' })
    expect(print?.device).toMatchObject({
      type: 'computer',
      hostname: 'ILOCZJ0420017',
      manufacturer: 'HPE',
      model: 'ProLiant DL380 Gen10',
      firmwareVersion: '2.72',
    })
    expect(faults).toEqual(['/redfish/v1/Systems/ requires a login', '/redfish/v1/Managers/ requires a login'])
    expect(device.received()).not.toMatch(/Authorization|POST|PATCH|X-Auth/i)
  })

  it('of Dell reports its service tag; its product is no model, and its hardware address no identity', async () => {
    const { print } = await readPages(idrac)
    expect(print?.device).toMatchObject({
      manufacturer: 'Dell',
      serialNumber: '7XKTL42',
    })
    for (const field of ['model', 'macAddress']) expect(print?.device).not.toHaveProperty(field)
  })

  it('without a login reports system, power and firmware', async () => {
    const { print, faults, device } = await readPages(open)
    expect(print).toMatchObject({ product: 'OpenBMC Project', banner: 'OpenBMC Project, Power: Off' })
    expect(print?.device).toMatchObject({
      manufacturer: 'Quanta',
      model: 'D52B-1U',
      serialNumber: 'QTFCOU7420017',
      firmwareVersion: '2.14.0-dev',
    })
    expect([faults, device.connections()]).toEqual([[], 5])
  })

  it('of several systems reports none of them', async () => {
    const { print } = await readPages(severalSystems)
    expect(print?.device).toMatchObject({ firmwareVersion: '2.14.0-dev' })
    expect(print?.device).not.toHaveProperty('serialNumber')
  })

  it('of Dell has the service tag as serial number, not that of the main board', async () => {
    const system = { Manufacturer: 'Dell Inc.', Model: 'PowerEdge R640', SKU: '7XKTL42', SerialNumber: 'CNIVC0042' }
    const { print } = await readPages({ ...open, '/redfish/v1/Systems/system': { body: system } })
    expect(print?.device).toMatchObject({ model: 'PowerEdge R640', serialNumber: '7XKTL42' })
  })

  it('with fields of other types has the fields that can be read', async () => {
    const { print } = await readPages(
      root({ Vendor: 17, Product: ['x'], Systems: 'none', Oem: { Hpe: { Manager: {} } } }),
    )
    expect(print).toMatchObject({ name: 'redfish', version: '1.0.0' })
  })
})

describe('a redirection', () => {
  it('within the service is followed once', async () => {
    const redirected = { status: 308, headers: ['Location: /redfish/v1'] }
    const { print } = await readPages({ '/redfish/v1/': redirected, '/redfish/v1': ilo['/redfish/v1/'] })
    expect(print?.device).toMatchObject({ manufacturer: 'HPE' })
    const circle = { '/redfish/v1/': redirected, '/redfish/v1': { status: 308, headers: ['Location: /redfish/v1/'] } }
    const { device, print: none } = await readPages(circle)
    expect([none, device.connections()]).toEqual([undefined, 2])
  })

  it('to another address, port or scheme is refused and said', async () => {
    const elsewhere = await start(servesPages(open))
    const target = `https://127.0.0.1:${elsewhere.port}/redfish/v1/`
    const locations = [
      target,
      target.replace('127.0.0.1', '127.0.0.9'),
      'http://127.0.0.1/redfish/v1/',
      '//bmc.example/',
    ]
    for (const location of locations) {
      const { print, faults } = await readPages({ '/redfish/v1/': { status: 302, headers: [`Location: ${location}`] } })
      expect([print, faults]).toEqual([undefined, ['a redirection to another address is refused']])
    }
    expect(elsewhere.connections()).toBe(0)
  })

  it('of a resource is refused like that of the root', async () => {
    const away = { status: 307, headers: ['Location: https://127.0.0.9/redfish/v1/Systems'] }
    const { print, faults } = await readPages({ ...open, '/redfish/v1/Systems': away })
    expect(print?.device).toMatchObject({ firmwareVersion: '2.14.0-dev' })
    expect(faults).toEqual(['a redirection to another address is refused'])
  })
})

it.each([
  'https://127.0.0.9/redfish/v1/Systems',
  '//127.0.0.9/redfish/v1/Systems',
  '/redfish/v1/../../login',
  '/redfish/v1/x HTTP/1.1\r\nHost: other',
  '/logout',
  `/redfish/v1/${'x'.repeat(200)}`,
])('a link to %j is not followed', async (path) => {
  const { faults, device } = await readPages(root({ Systems: { '@odata.id': path } }))
  expect(faults).toEqual(['a link that leads out of the service is refused'])
  expect(device.connections()).toBe(1)
})

describe('a port that is no Redfish service', () => {
  it.each([
    ['a web page', servesPages({ '/redfish/v1/': { body: '<html><title>Welcome</title></html>' } })],
    ['other JSON', servesPages({ '/redfish/v1/': { body: { version: 3 } } })],
    ['no such page', servesPages({})],
    ['deep JSON', servesPages({ '/redfish/v1/': { body: `${'['.repeat(5_000)}${']'.repeat(5_000)}` } })],
    ['10 MB', sends(`HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n${' '.repeat(200_000)}`)],
  ])('with %s gives nothing', async (_, behave) => {
    expect((await read(behave)).print).toBeUndefined()
  })
})

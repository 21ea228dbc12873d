import { afterEach, describe, expect, it } from 'vitest'
import { readWith } from '../identify/testing/read.ts'
import { startUdpDevice } from '../identify/testing/udp-device.ts'
import { ipmiPrint } from './identify.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function read(answersTo: (request: Buffer) => readonly Buffer[]) {
  const device = await startUdpDevice((request) => answersTo(Buffer.from(request, 'latin1')))
  stops.push(device.stop)
  const reading = await readWith(ipmiPrint, device, { protocol: 'udp' })
  return { ...reading, requests: device.requests.map((request) => Buffer.from(request, 'latin1')) }
}
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const isIpmi = (request: Buffer) => request[3] === 0x07

/** Get Channel Authentication Capabilities: completion code, channel 1, then the given bytes. */
const capabilities = (data: string) => hex(`0600ff07 00 00000000 00000000 10 811c63 200038 00 01 ${data} 00`)
const iloData = '84 04 03 00000000'
const openData = '95 07 02 a20200 00'
/** Presence Pong: manufacturer, OEM data, IPMI in the supported entities. */
const pong = (enterprise: string) => hex(`0600ff06 000011be 40 2a 00 10 ${enterprise} 00000000 81 00 000000000000`)

describe('a service processor', () => {
  it('speaks IPMI 2.0, without a session', async () => {
    const { print, requests } = await read((request) => (isIpmi(request) ? [capabilities(iloData)] : []))
    expect(print).toMatchObject({
      protocol: 'udp',
      name: 'asf-rmcp',
      product: 'IPMI',
      version: '2.0',
      device: { type: 'computer' },
    })
    expect(print).not.toHaveProperty('banner')
    // The requests of the specifications, byte by byte.
    expect(requests.map((request) => request.toString('hex')).sort()).toEqual(
      ['0600ff06000011be802a0000', '0600ff06000011be802a0000', '0600ff07000000000000000000092018c88104388e04b1'].sort(),
    )
  })

  it('reports its manufacturer and logins without a password', async () => {
    const { print } = await read((request) => (isIpmi(request) ? [capabilities(openData)] : []))
    expect(print?.device).toMatchObject({ manufacturer: 'Dell' })
    expect(print?.banner).toBe('Allows sessions without authentication, anonymous login, null user names')
  })

  it('of IPMI 1.5 has no extended data', async () => {
    const { print } = await read((request) => (isIpmi(request) ? [capabilities('14 04 00 000000 00')] : []))
    expect(print?.version).toBe('1.5')
  })

  it('with ASF alone is present, and Intel in it is not the manufacturer', async () => {
    const asf = await read((request) => (isIpmi(request) ? [] : [pong('00002a7c')]))
    expect(asf.print).toMatchObject({ product: 'ASF', device: { manufacturer: 'Supermicro' } })
    expect(asf.print?.device).not.toHaveProperty('type')
    for (const enterprise of ['00000157', '000011be', 'ffffffff']) {
      const { print } = await read((request) => (isIpmi(request) ? [] : [pong(enterprise)]))
      expect(print?.product).toBe('ASF')
      expect(print?.device).not.toHaveProperty('manufacturer')
    }
  })
})

describe('a port that is no service processor', () => {
  it.each([
    ['nothing', []],
    ['text', [Buffer.from('hello, who is there? This is no management controller')]],
    ['a refusal', [hex('0600ff07 00 00000000 00000000 08 811c63 200038 c1 e7')]],
    ['half an answer', [capabilities(iloData).subarray(0, 24), pong('00002a7c').subarray(0, 20)]],
    [
      'an answer to another command',
      [hex('0600ff07 00 00000000 00000000 10 811c63 200037 00 01 84040300000000 00 00')],
    ],
  ])('with %s gives nothing', async (_, answers) => {
    expect((await read(() => answers)).print).toBeUndefined()
  })

  it('with the echo of the requests gives nothing', async () => {
    expect((await read((request) => [request])).print).toBeUndefined()
  })
})

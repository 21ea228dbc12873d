import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { answers, sends, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { contentOf, der } from '../der/der.ts'
import { readWith } from '../identify/testing/read.ts'
import { printLimits } from '../identify/visit.ts'
import { ntlmChallenge } from '../ntlm/testing/challenge.ts'
import { rdpPrint } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function read(behave: Parameters<typeof startDevice>[0]) {
  const device = await startDevice(behave)
  devices.push(device)
  return { device, ...(await readWith(rdpPrint, device)) }
}

/** Connection confirms (MS-RDPBCGR, section 4.1.2) that choose CredSSP, TLS, or nothing. */
const confirm = (type: number, value: number) =>
  Buffer.from(`030000130ed000001234000${type}0008000${value}000000`, 'hex')
const credSsp = confirm(2, 2)
const tlsOnly = confirm(2, 1)
const refused = confirm(3, 5)

const challenge = ntlmChallenge({
  netbiosName: 'TERM-1',
  netbiosDomain: 'CORP',
  dnsName: 'term-1.corp.example.org',
  dnsDomain: 'corp.example.org',
  version: [10, 0, 20348],
})
/** TSRequest (MS-CSSP, section 2.2.1) with the token. */
const tsRequest = (token: Buffer) =>
  der(0x30, der(0xa0, der(2, Buffer.from([6]))), der(0xa1, der(0x30, der(0x30, der(0xa0, der(4, token))))))

const tls = await makeServerTls('term-1.corp.example.org')
/** Confirms the connection, then speaks TLS and answers the first request. */
const desktop =
  (confirmation: Buffer, onRequest: (secure: TLSSocket, request: Buffer) => void) =>
  (socket: Socket): void =>
    void socket.once('data', () => {
      socket.write(confirmation)
      socket.removeAllListeners('data')
      const secure = new TLSSocket(socket, { isServer: true, ...tls })
      secure.on('error', () => socket.destroy())
      secure.once('data', (request) => onRequest(secure, request))
    })

describe('a remote desktop', () => {
  it('with network level authentication reports name, domain and build, and gets no login', async () => {
    const requests: Buffer[] = []
    const { print, faults, device } = await read(
      desktop(credSsp, (secure, request) => {
        requests.push(request)
        secure.write(tsRequest(challenge))
      }),
    )
    expect(print).toMatchObject({
      name: 'ms-wbt-server',
      banner: 'Security: network level authentication',
      certificate: { names: ['term-1.corp.example.org'] },
      device: {
        type: 'computer',
        hostname: 'TERM-1',
        dnsName: 'term-1.corp.example.org',
        domain: 'corp.example.org',
        os: { name: 'Windows Server 2022', version: '10.0.20348', build: '20348' },
      },
    })
    expect(faults).toEqual([])
    expect(requests).toHaveLength(1)
    expect(contentOf(requests[0], 0x30)?.includes('NTLMSSP\0\u0001')).toBe(true)
    expect(device.connections()).toBe(1)
  })

  it.each([
    ['TLS only reports its certificate', desktop(tlsOnly, () => undefined), 'Security: TLS', true],
    ['its own encryption reports that', answers(refused), 'Security: RDP', false],
    ['no negotiation reports that', answers(Buffer.from('0300000b06d00000123400', 'hex')), 'Security: RDP', false],
  ])('with %s', async (_, behave, banner, hasCertificate) => {
    const { print } = await read(behave)
    expect(print).toMatchObject({ name: 'ms-wbt-server', banner })
    expect(print?.certificate !== undefined).toBe(hasCertificate)
    expect(print).not.toHaveProperty('device')
  })
})

describe('a port that means no good', () => {
  it('never ends its handshake: the time is limited, and the reason is reported', async () => {
    const { print, faults } = await read(sends(credSsp))
    expect(print).toMatchObject({ name: 'ms-wbt-server' })
    expect(faults).toEqual([`no complete answer within ${printLimits.timeMs} ms`])
  })

  it.each([
    ['announces more than is read', Buffer.from('3084ffffffff', 'hex')],
    ['sends no challenge', tsRequest(Buffer.from('NTLMSSP\0\u0002', 'latin1'))],
    ['points beyond its message', tsRequest(challenge.map((byte, index) => (index === 46 ? 0xff : byte)) as Buffer)],
    ['sends nonsense', Buffer.alloc(1_000, 0x30)],
  ])('%s: no names are read', async (_, answer) => {
    const { print } = await read(desktop(credSsp, (secure) => secure.end(answer)))
    expect(print?.device ?? {}).not.toHaveProperty('hostname')
  })

  it.each([
    ['speaks another protocol', Buffer.from('SSH-2.0-OpenSSH_9.2p1\r\n')],
    ['confirms nothing', Buffer.alloc(19)],
  ])('%s: it is no remote desktop', async (_, answer) => {
    const { print, faults } = await read(answers(answer))
    expect(print).toBeUndefined()
    expect(faults).toHaveLength(1)
  })
})

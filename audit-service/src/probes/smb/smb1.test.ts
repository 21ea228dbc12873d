import { afterEach, describe, expect, it } from 'vitest'
import { startDevice, type TestDevice } from '../banner/testing/device.ts'
import { readWith } from '../identify/testing/read.ts'
import { ntlmChallenge } from '../ntlm/testing/challenge.ts'
import { smbPrint } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

const utf16 = (text: string) => Buffer.from(`${text}\0`, 'utf16le')

/** An answer in SMB 1, with its header as Windows XP writes it. */
function answer(command: number, parameters: Buffer, data: Buffer): Buffer {
  const header = Buffer.alloc(36)
  header.write('\xffSMB', 4, 'latin1')
  header[8] = command
  header[13] = 0x98
  header.writeUInt16LE(0xc801, 14)
  const count = Buffer.alloc(2)
  count.writeUInt16LE(data.length)
  const message = Buffer.concat([header, Buffer.of(parameters.length / 2), parameters, count, data])
  message.writeUInt32BE(message.length - 4)
  return message
}

function negotiated(capabilities: number, data: Buffer, challengeBytes = 0): Buffer {
  const parameters = Buffer.alloc(34)
  parameters.writeUInt32LE(capabilities, 19)
  parameters[33] = challengeBytes
  return answer(0x72, parameters, data)
}

const extended = negotiated(0x8000_f3fd, Buffer.alloc(16, 7))

function setUp(challenge: Buffer, system: string, software: string): Buffer {
  const parameters = Buffer.alloc(8)
  parameters[0] = 0xff
  parameters.writeUInt16LE(challenge.length, 6)
  const gap = Buffer.alloc((32 + 1 + 8 + 2 + challenge.length) % 2)
  return answer(0x73, parameters, Buffer.concat([challenge, gap, utf16(system), utf16(software)]))
}

/** A server that ends the connection at a request of SMB 2, and answers those of SMB 1 in turn. */
async function read(...answers: readonly Buffer[]) {
  const device = await startDevice((socket) => {
    const left = [...answers]
    socket.on('data', (request: Buffer) => {
      const next = request.includes(Buffer.from('\xffSMB', 'latin1')) ? left.shift() : undefined
      if (next && left.length > 0) socket.write(next)
      else socket.end(next ?? '')
    })
  })
  devices.push(device)
  return { device, ...(await readWith(smbPrint, device)) }
}

const names = { netbiosName: 'TILL-3', netbiosDomain: 'SHOP' }

describe('a file server of SMB 1', () => {
  it('of Windows XP reports name, domain and build, and gets no login', async () => {
    const challenge = ntlmChallenge({ ...names, version: [5, 1, 2600] })
    const { print, faults, device } = await read(extended, setUp(challenge, 'Windows 5.1', 'Windows 2000 LAN Manager'))
    expect(print).toMatchObject({
      product: 'SMB 1',
      device: {
        ...{ type: 'computer', hostname: 'TILL-3', domain: 'SHOP' },
        os: { name: 'Windows XP', version: '5.1.2600', build: '2600' },
      },
    })
    expect(faults).toEqual([])
    expect(device.connections()).toBe(2)
    expect(device.received()).not.toContain('NTLMSSP\0\x03')
  })

  it('whose login message has no version is known by the name of its system', async () => {
    const challenge = ntlmChallenge(names)
    const { print } = await read(extended, setUp(challenge, 'Windows Server 2003 3790 Service Pack 2', ''))
    expect(print?.device).toMatchObject({ hostname: 'TILL-3', os: { version: '5.2.3790' } })
  })

  it('of Samba reports its version, and no Windows', async () => {
    const { print } = await read(extended, setUp(ntlmChallenge(names), 'Unix', 'Samba 3.0.24'))
    expect(print).toMatchObject({ product: 'SMB 1, Samba 3.0.24', device: { hostname: 'TILL-3' } })
    expect(print?.device?.os).toBeUndefined()
  })

  it('of Windows NT reports its names in the negotiation', async () => {
    const data = Buffer.concat([Buffer.alloc(8, 1), utf16('PLANT'), utf16('CNC-1')])
    const { print, device } = await read(negotiated(0x43fd, data, 8))
    expect(print).toMatchObject({ product: 'SMB 1', device: { hostname: 'CNC-1', domain: 'PLANT' } })
    expect(device.received()).not.toContain('NTLMSSP')
  })

  it('with an answer that is cut anywhere reports its name, or nothing', async () => {
    const whole = setUp(ntlmChallenge(names), 'Windows 5.1', '')
    for (let length = 0; length < whole.length; length += 9) {
      const { print } = await read(extended, whole.subarray(0, length))
      expect(print?.device?.hostname ?? 'TILL-3', `${length} bytes`).toBe('TILL-3')
    }
  })

  it('that sends without end, or lengths that are not there, gives nothing', async () => {
    const long = Buffer.from(extended)
    long[36] = 255
    expect((await read(long)).print).toBeUndefined()
    expect(
      (await read(Buffer.concat([Buffer.from([0, 1, 0xff, 0xff]), Buffer.alloc(131_071, 0xff)]))).print,
    ).toBeUndefined()
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { sends, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { answersInTurn, readWith } from '../identify/testing/read.ts'
import { ntlmChallenge } from '../ntlm/testing/challenge.ts'
import { smbPrint } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function read(behave: Parameters<typeof startDevice>[0]) {
  const device = await startDevice(behave)
  devices.push(device)
  return { device, ...(await readWith(smbPrint, device)) }
}

/** Answers of Samba 4.17 as a standalone server. */
const samba = {
  negotiate: Buffer.from(
    [
      '000000cafe534d42400000000000000000000100010000000000000000000000000000000000000000000000',
      '000000000000000000000000000000000000000000000000410001000203000066696c65722d370000000000',
      '00000000070000000000800000008000000080004214e8a56b7bdd01000000000000000080004a0000000000',
      '604806062b0601050502a03e303ca00e300c060a2b06010401823702020aa32a3028a0261b246e6f745f6465',
      '66696e65645f696e5f5246433431373840706c656173655f69676e6f7265',
    ].join(''),
    'hex',
  ),
  challenge: Buffer.from(
    [
      '000000edfe534d4240000000160000c001000100010000000000000001000000000000000000000000000000',
      '511e2f2a0000000000000000000000000000000000000000090000004800a500a181a230819fa0030a0101a1',
      '0c060a2b06010401823702020aa281890481864e544c4d53535000020000000e000e003800000005828aa278',
      '83839576951f1100000000000000004000400046000000060100000000000f460049004c00450052002d0037',
      '0002000e00460049004c00450052002d00370001000e00460049004c00450052002d00370004000000030004',
      '0076006d0007000800fc8eeaa56b7bdd0100000000',
    ].join(''),
    'hex',
  ),
}
/** Header of the session setup answer with another NTLM message behind it. */
const windows = (challenge: Buffer) => {
  const message = Buffer.concat([samba.challenge.subarray(4, 4 + 72), challenge])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(message.length)
  return Buffer.concat([length, message])
}

describe('a file server', () => {
  it('of Samba reports its name, and no version of Windows', async () => {
    const { print, faults } = await read(answersInTurn(samba.negotiate, samba.challenge))
    expect(print).toMatchObject({
      protocol: 'tcp',
      name: 'microsoft-ds',
      product: 'SMB 3.0.2',
      print: 'smb',
      device: { hostname: 'FILER-7' },
    })
    expect(Object.keys(print?.device ?? {})).toEqual(['hostname'])
    expect(faults).toEqual([])
  })

  it('of Windows reports name, domain and build, and gets no login', async () => {
    const challenge = ntlmChallenge({
      netbiosName: 'PC-0042',
      netbiosDomain: 'CORP',
      dnsName: 'pc-0042.corp.example.org',
      dnsDomain: 'corp.example.org',
      version: [10, 0, 22631],
    })
    const { print, device } = await read(answersInTurn(samba.negotiate, windows(challenge)))
    expect(print?.device).toEqual({
      type: 'computer',
      hostname: 'PC-0042',
      dnsName: 'pc-0042.corp.example.org',
      domain: 'corp.example.org',
      os: { name: 'Windows 11', version: '10.0.22631', build: '22631' },
    })
    // NEGOTIATE_MESSAGE, and no AUTHENTICATE_MESSAGE.
    const sent = Buffer.from(device.received(), 'latin1')
    expect(sent.indexOf(Buffer.from('NTLMSSP\0\x01', 'latin1'))).toBeGreaterThan(0)
    expect(sent.indexOf(Buffer.from('NTLMSSP\0\x03', 'latin1'))).toBe(-1)
    expect(device.connections()).toBe(1)
  })

  it('that ends after the first answer is known by its dialect', async () => {
    const { print } = await read((socket) => void socket.once('data', () => socket.end(samba.negotiate)))
    expect(print).toMatchObject({ product: 'SMB 3.0.2' })
    expect(print).not.toHaveProperty('device')
  })

  it('with an answer that is cut anywhere reports its name, or nothing', async () => {
    for (let length = 0; length < samba.challenge.length; length += 7) {
      const { print } = await read((socket) => {
        answersInTurn(samba.negotiate)(socket)
        socket.on('data', () => {
          if (socket.bytesWritten > samba.negotiate.length) return
          socket.once('data', () => socket.end(samba.challenge.subarray(0, length)))
        })
      })
      expect(print?.device?.hostname ?? 'FILER-7', `${length} bytes`).toBe('FILER-7')
    }
  })
})

describe('a port that is no file server', () => {
  it.each([
    ['SMB 1', Buffer.concat([Buffer.from([0, 0, 0, 64]), Buffer.from('\xffSMB', 'latin1'), Buffer.alloc(60)])],
    ['another protocol', Buffer.from('220 ready\r\n'.repeat(20))],
    ['an impossible length', Buffer.concat([Buffer.alloc(4, 0xff), samba.negotiate.subarray(4)])],
  ])('with %s gives nothing, and says so', async (_, answer) => {
    const { print, faults } = await read(sends(answer))
    expect(print).toBeUndefined()
    expect(faults).not.toEqual([])
  })
})

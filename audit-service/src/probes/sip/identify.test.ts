import { afterEach, describe, expect, it } from 'vitest'
import { startDevice, type TestDevice } from '../banner/testing/device.ts'
import { readWith } from '../identify/testing/read.ts'
import { startUdpDevice, type UdpDevice } from '../identify/testing/udp-device.ts'
import { sipPrint } from './identify.ts'

const devices: (TestDevice | UdpDevice)[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

/** Answers as a telephone: the headers that identify the request are repeated (RFC 3261, section 8.2.6.2). */
const answerTo = (request: string, software: string, status = '200 OK'): string => {
  const repeated = request.split('\r\n').filter((line) => /^(?:Via|From|To|Call-ID|CSeq):/.test(line))
  return [`SIP/2.0 ${status}`, ...repeated, software, 'Content-Length: 0', '', ''].join('\r\n')
}

async function askPhone(answersTo: (request: string) => readonly string[]) {
  const phone = await startUdpDevice(answersTo)
  devices.push(phone)
  return { requests: phone.requests, ...(await readWith(sipPrint, phone, { protocol: 'udp' })) }
}

const yealink = 'User-Agent: Yealink SIP-T46S 66.84.0.15'

describe('a telephone', () => {
  it('names its software, and no call is made', async () => {
    const { print, requests } = await askPhone((request) => [answerTo(request, yealink)])
    expect(print).toMatchObject({ protocol: 'udp', name: 'sip', banner: 'Yealink SIP-T46S 66.84.0.15', print: 'sip' })
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatch(/^OPTIONS sip:127\.0\.0\.1:\d+ SIP\/2\.0\r\n/)
    expect(requests[0]).toContain('\r\nMax-Forwards: 0\r\n')
    expect(requests[0]).not.toMatch(/Authorization|INVITE|REGISTER/)
  })

  it('may send a provisional answer first, and may refuse', async () => {
    const { print } = await askPhone((request) => [
      answerTo(request, 'Server: none yet', '100 Trying'),
      answerTo(request, 'Server: Asterisk PBX 18.9.0', '401 Unauthorized'),
    ])
    expect(print).toMatchObject({ product: 'Asterisk PBX', version: '18.9.0' })
  })

  it('that answers by TCP names its software too', async () => {
    const device = await startDevice((socket) =>
      socket.once('data', (data) => socket.write(answerTo(data.toString(), yealink))),
    )
    devices.push(device)
    expect((await readWith(sipPrint, device)).print).toMatchObject({ protocol: 'tcp', name: 'sip' })
    expect(device.received()).toContain('Via: SIP/2.0/TCP ')
  })
})

describe('an answer', () => {
  it.each([
    ['to another request', (request: string) => answerTo(request.replace(/Call-ID: \w+/, 'Call-ID: other'), yealink)],
    ['of another protocol', () => 'HTTP/1.1 200 OK\r\nServer: Yealink\r\n\r\n'],
    ['that is a request', (request: string) => request],
    ['of noise', () => 'x'.repeat(9_000)],
  ])('%s does not count', async (_, answer) => {
    const { print, faults } = await askPhone((request) => [answer(request)])
    expect(print).toBeUndefined()
    expect(faults).toEqual([])
  })

  it('with thousands of headers is read in bounded time', async () => {
    const { print } = await askPhone((request) => [answerTo(request, `X: y\r\n`.repeat(8_000) + yealink)])
    expect(print ?? { name: 'sip' }).toMatchObject({ name: 'sip' })
  })
})

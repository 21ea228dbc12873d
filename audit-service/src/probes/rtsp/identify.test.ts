import { afterEach, describe, expect, it } from 'vitest'
import { sends, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { answersInTurn, readWith } from '../identify/testing/read.ts'
import { rtspPrint } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function read(behave: Parameters<typeof startDevice>[0]) {
  const device = await startDevice(behave)
  devices.push(device)
  return { device, ...(await readWith(rtspPrint, device)) }
}

const reply = (...lines: string[]) => [...lines, '', ''].join('\r\n')
const methods = 'Public: OPTIONS, DESCRIBE, SETUP, TEARDOWN, PLAY'

describe('a camera', () => {
  it('names its software and the realm of its login, and no stream is started', async () => {
    const { print, device } = await read(
      answersInTurn(
        reply('RTSP/1.0 200 OK', 'CSeq: 1', 'Server: Dahua Rtsp Server', methods),
        reply(
          'RTSP/1.0 401 Unauthorized',
          'CSeq: 2',
          'WWW-Authenticate: Digest realm="Login to 4A0B1C2PAU00001", nonce="9f"',
        ),
      ),
    )
    expect(print).toMatchObject({
      name: 'rtsp',
      banner: 'Server: Dahua Rtsp Server Realm: Login to 4A0B1C2PAU00001',
      page: { server: 'Dahua Rtsp Server', realm: 'Login to 4A0B1C2PAU00001' },
    })
    expect(device.received().match(/^[A-Z]+ (?=rtsp:)/gm)).toEqual(['OPTIONS ', 'DESCRIBE '])
    expect(device.received()).not.toContain('Authorization')
    expect(device.connections()).toBe(1)
  })

  it('that answers only the first question is known by it', async () => {
    const options = reply('RTSP/1.0 200 OK', 'CSeq: 1', 'Server: UBNT Streaming Server v1.2', methods)
    const { print } = await read((socket) => void socket.once('data', () => socket.end(options)))
    expect(print?.page).toEqual({ server: 'UBNT Streaming Server v1.2' })
  })

  it('may describe a stream, which is read up to its length', async () => {
    const sdp = 'v=0\r\ns=Media Presentation\r\n'
    const described = `${reply('RTSP/1.0 200 OK', 'CSeq: 2', `Content-Length: ${sdp.length}`)}${sdp}`
    const { faults, print } = await read(answersInTurn(reply('RTSP/1.0 200 OK', 'CSeq: 1'), described))
    expect(faults).toEqual([])
    expect(print).toMatchObject({ name: 'rtsp' })
  })
})

describe('a port that is no camera', () => {
  it.each([
    ['another protocol', sends('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')],
    ['a head without end', sends(`RTSP/1.0 200 OK\r\n${'X: y\r\n'.repeat(20_000)}`)],
    ['a body without end', sends('RTSP/1.0 200 OK\r\nContent-Length: 999999999\r\n\r\nx')],
  ])('with %s gives nothing, and says so', async (_, behave) => {
    const { print, faults } = await read(behave)
    expect(print).toBeUndefined()
    expect(faults).toHaveLength(1)
  })
})

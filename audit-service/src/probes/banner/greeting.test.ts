import { afterEach, describe, expect, it } from 'vitest'
import { exchange } from './exchange.ts'
import { type Greeting, greetings, readGreeting } from './greeting.ts'
import { sends, startDevice, type TestDevice } from './testing/device.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

const never = new AbortController().signal

async function hear(port: number, greeting: Parameters<typeof startDevice>[0]) {
  const device = await startDevice(greeting)
  devices.push(device)
  const heard = await readGreeting(device, greetings.get(port) as Greeting, never)
  expect(device.received()).toBe('')
  const { port: _, protocol: __, ...print } = heard?.print ?? { port: 0, protocol: 'tcp' }
  return print
}

describe('greetings', () => {
  it.each([
    [22, 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n', { name: 'ssh', product: 'OpenSSH', version: '9.2p1' }],
    [
      22,
      'Authorised use only\r\nSSH-2.0-dropbear_2020.81\r\n',
      { name: 'ssh', product: 'dropbear', version: '2020.81' },
    ],
    [21, '220 (vsFTPd 3.0.3)\r\n', { name: 'ftp', product: 'vsFTPd', version: '3.0.3' }],
    [25, '220 mail.example ESMTP Postfix (Debian/GNU)\r\n', { name: 'smtp', product: 'Postfix' }],
    [5900, 'RFB 003.008\n', { name: 'vnc', banner: 'RFB 003.008' }],
    [
      902,
      '220 VMware Authentication Daemon Version 1.10: SSL Required\r\n',
      { product: 'VMware Authentication Daemon', version: '1.10' },
    ],
  ])('reads the greeting of port %d without sending anything', async (port, text, expected) => {
    expect(await hear(port, sends(text))).toMatchObject(expected)
  })

  it('removes the negotiation of telnet (RFC 854)', async () => {
    const negotiation = Buffer.from([255, 253, 24, 255, 251, 1, 255, 250, 24, 1, 255, 240])
    const text = Buffer.from('\r\nHP JetDirect\r\npassword: ')
    expect(await hear(23, sends(Buffer.concat([negotiation, text])))).toEqual({
      name: 'telnet',
      banner: 'HP JetDirect\npassword:',
    })
  })

  it('replaces parts that differ in each observation', async () => {
    const greeting = '220 mail.example ESMTP Exim 4.96 Sat, 21 Nov 2026 12:00:00 +0000\r\n'
    expect(await hear(25, sends(greeting))).toMatchObject({
      banner: '220 mail.example ESMTP Exim 4.96 #',
      version: '4.96',
    })
    expect(await hear(110, sends('+OK POP3 ready <1896.697170952@mail.example>\r\n'))).toMatchObject({
      banner: '+OK POP3 ready <#@mail.example>',
    })
  })

  it('contains no control characters, and markup as text', async () => {
    const { banner } = await hear(21, sends('220 \u001b[2J\u001b]0;x\u0007<script>alert(1)</script>\r\n'))
    expect(banner).toBe('220  [2J ]0;x <script>alert(1)</script>')
  })
})

describe('a greeting without end', () => {
  it('is cut', async () => {
    const endless = await hear(23, (socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('login later '.repeat(1000)));
      }
      socket.on('drain', more)
      more()
    })
    expect(endless.banner).toHaveLength(512)
  })

  it('has a time limit, after which the received part counts', async () => {
    const dripping = await hear(21, (socket) => {
      const timer = setInterval(() => socket.write('2'), 100)
      socket.on('close', () => clearInterval(timer))
    })
    expect(dripping.banner).toMatch(/^2+$/)
  })

  it('has a limit of received chunks', async () => {
    const device = await startDevice((socket) => {
      socket.setNoDelay()
      const next = () => {
        if (!socket.destroyed) socket.write('2', () => setImmediate(next))
      }
      next()
    })
    devices.push(device)
    let looked = 0
    const isDone = () => {
      looked += 1
      return false
    }
    await exchange(device, { isDone, bytesMax: 2 ** 20, timeoutMs: 60_000, signal: never })
    expect(looked).toBeLessThanOrEqual(512)
  })

  it('ends with the host’s time', async () => {
    const silent = await startDevice(() => undefined)
    devices.push(silent)
    const ended = AbortSignal.abort(new Error('time is up'))
    expect(await readGreeting(silent, greetings.get(22) as Greeting, ended)).toBeUndefined()
  })
})

import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { makeServerTls } from '../../../../test/harness/server-tls.ts'
import { answers, startDevice, type TestDevice } from '../banner/testing/device.ts'
import { readWebPage } from './get.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

const never = new AbortController().signal

async function start(...args: Parameters<typeof startDevice>) {
  const device = await startDevice(...args)
  devices.push(device)
  return device
}

const read = async (...args: Parameters<typeof startDevice>) => {
  const device = await start(...args)
  return { device, ...(await readWebPage(device, args[1]?.tls !== undefined, never)) }
}

describe('a web page', () => {
  it('returns Server header, realm and title with one request without credentials', async () => {
    const answer = [
      'HTTP/1.1 401 Unauthorized',
      'Server: mini_httpd/1.19 19dec2003',
      'WWW-Authenticate: Basic realm="AXIS_ACCC8E123456"',
      'Date: Sat, 21 Nov 2026 12:00:00 GMT',
      '',
      '<html><head><TITLE lang="en">\n 401 &quot;Unauthorized&quot;&#33; </TITLE>',
    ].join('\r\n')
    const { print, device } = await read(answers(answer))
    expect(print).toEqual({
      port: device.port,
      protocol: 'tcp',
      name: 'http',
      product: 'mini_httpd',
      version: '1.19',
      banner: 'Server: mini_httpd/1.19 19dec2003\nRealm: AXIS_ACCC8E123456\nTitle: 401 "Unauthorized"!',
      page: {
        server: 'mini_httpd/1.19 19dec2003',
        realm: 'AXIS_ACCC8E123456',
        title: '401 "Unauthorized"!',
        loginRequired: true,
      },
    })
    expect(device.connections()).toBe(1)
    expect(device.received()).toMatch(/^GET \/ HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\n/)
    expect(device.received()).toContain('Accept-Encoding: identity')
  })

  it('of an encrypted port includes the certificate', async () => {
    const tls = await makeServerTls('printer.example', '10.0.0.9')
    const { print } = await read(answers('HTTP/1.0 200 OK\n\n<title>Embedded</title>'), { tls })
    expect(print).toMatchObject({
      name: 'https',
      page: { title: 'Embedded' },
      certificate: { names: ['printer.example', '10.0.0.9'], validTo: expect.stringMatching(/Z$/) },
    })
  })

  it('follows one redirect on the same server', async () => {
    const { print, device } = await read((socket) => {
      socket.once('data', (data) => {
        const isFirst = data.toString().startsWith('GET / ')
        socket.end(`HTTP/1.1 302 Found\r\nLocation: /login.html\r\n\r\n${isFirst ? '' : '<title>Log in</title>'}`)
      })
    })
    expect(print?.page).toEqual({ title: 'Log in' })
    expect(device.connections()).toBe(2)
  })

  it('follows no redirect to another host, port or scheme', async () => {
    const elsewhere = await start(answers('HTTP/1.1 200 OK\r\n\r\n<title>Elsewhere</title>'))
    const places = [
      `http://127.0.0.1:${elsewhere.port}/`,
      `//127.0.0.1:${elsewhere.port}/`,
      'https://192.0.2.1/',
      'file:///etc/passwd',
    ]
    for (const place of places) {
      const { print, device } = await read(answers(`HTTP/1.1 301 Moved\r\nLocation: ${place}\r\n\r\n`))
      expect([print?.page, device.connections()], place).toEqual([{}, 1])
    }
    expect(elsewhere.connections()).toBe(0)
  })
})

describe('a web server that means no good', () => {
  it('sends a header of 10 MB: only the beginning is read', async () => {
    const head = `HTTP/1.1 200 OK\r\nServer: first\r\nX-Long: ${'x'.repeat(10_000_000)}\r\n\r\n<title>late</title>`
    const result = await read(answers(head))
    expect(result.print?.page).toEqual({ server: 'first' })
    expect(result.received?.length).toBeLessThanOrEqual(32 * 1024)
  })

  it('sends compressed zeros: they are not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    const head = Buffer.from('HTTP/1.1 200 OK\r\nServer: bomb\r\nContent-Encoding: gzip\r\n\r\n')
    const { print } = await read(answers(Buffer.concat([head, bomb])))
    expect(print?.page).toEqual({ server: 'bomb' })
  })

  it('sends terminal escapes and markup: control characters are removed', async () => {
    const { print } = await read(
      answers(
        'HTTP/1.1 200 OK\r\nServer: \u001b[31mred\u0007\r\n\r\n<title>&#27;[2J&#x1b;&lt;script&gt;alert(1)&lt;/script&gt;',
      ),
    )
    expect(print?.page).toEqual({ server: '[31mred', title: '[2J&#x1b;<script>alert(1)</script>' })
  })

  it('never finishes its handshake, or drips its answer: other ports are read meanwhile', async () => {
    const stuck = await start(() => undefined)
    const dripping = await start((socket) => {
      const timer = setInterval(() => socket.write('H'), 100)
      socket.on('close', () => clearInterval(timer))
    })
    const [handshake, drip] = await Promise.all([readWebPage(stuck, true, never), readWebPage(dripping, false, never)])
    expect([handshake, drip]).toEqual([undefined, undefined])
  })

  it.each(['', 'SSH-2.0-x\r\n', 'HTTP/1.1', 'HTTP/9 x\r\n\r\n', '\u0000'.repeat(5000)])(
    'answers %j, which is no page',
    async (text) => {
      expect((await read(answers(text))).print).toBeUndefined()
    },
  )
})

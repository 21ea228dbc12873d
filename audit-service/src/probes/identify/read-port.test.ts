import { afterEach, describe, expect, it, test } from 'vitest'
import { answers, sends, startDevice, type TestDevice } from '../banner/testing/device.ts'
import type { Print } from './print.ts'
import { answersInTurn, readWith } from './testing/read.ts'
import { printLimits } from './visit.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function start(...args: Parameters<typeof startDevice>) {
  const device = await startDevice(...args)
  devices.push(device)
  return device
}

/** Numbers, because a repeated letter is a placeholder. */
const longText = Array.from({ length: 2_000 }, (_, index) => index).join('-')
const printOf = (read: Print['read']): Print => ({ name: 'smb', ports: { tcp: [1] }, read })
const readLine = printOf((visit) =>
  visit.converse(async (line) => {
    const text = await line.receive((bytes) => bytes.indexOf('\n') + 1 || undefined)
    return text && { service: { banner: text.toString() } }
  }),
)
const getPage = (path = '/') =>
  printOf(async (visit) => {
    const reply = await visit.request({ path })
    return reply && { service: { banner: `${reply.status} ${reply.body.toString()}` } }
  })

describe('a port', () => {
  it('gives messages one after another, also if they arrive together', async () => {
    const twoLines = printOf((visit) =>
      visit.converse(async (line) => {
        const next = () => line.receive((bytes) => bytes.indexOf('\n') + 1 || undefined)
        const banner = `${await next()}${await next()}`
        return { service: { banner } }
      }),
    )
    const device = await start((socket) => void socket.end('one\ntwo\n'))
    expect((await readWith(twoLines, device)).print?.banner).toBe('one two')
  })

  it('gives clean texts of limited length, and no placeholders', async () => {
    const device = await start(sends('x'))
    const print = printOf(async (visit) => {
      await visit.converse(async () => true)
      const [hostname, model, serialNumber] = ['\u0000pc\u202e7\n', longText, 'To be filled by O.E.M.']
      return { service: { product: '' }, device: { hostname, model, serialNumber, macAddress: 'nonsense' } }
    })
    const { print: reading } = await readWith(print, device)
    expect(reading?.device).toEqual({ hostname: 'pc7', model: longText.slice(0, printLimits.textMax) })
    expect(reading).not.toHaveProperty('product')
  })

  it.each([
    ['is silent', () => undefined, /^no complete answer within \d+ ms$/],
    ['closes', (socket) => void socket.end(), /^the host closed the connection$/],
    ['answers without end', sends('x'.repeat(100_000)), /^the answer has more than 65536 bytes$/],
  ] satisfies [string, Parameters<typeof startDevice>[0], RegExp][])(
    'that %s ends the conversation with its reason',
    async (_, behave, reason) => {
      const { print, faults } = await readWith(readLine, await start(behave))
      expect(print).toBeUndefined()
      expect(faults).toEqual([expect.stringMatching(reason)])
    },
  )

  it('that drips has the time of the whole visit, not of each byte', async () => {
    const device = await start((socket) => {
      const timer = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const { faults } = await readWith(readLine, device)
    expect(faults).toEqual([`no complete answer within ${printLimits.timeMs} ms`])
  })

  it('gets a limited number of connections', async () => {
    const device = await start(sends('x\n'))
    const endless = printOf(async (visit) => {
      for (let i = 0; i < 100; i++) await visit.converse(async () => true)
      return undefined
    })
    const { faults } = await readWith(endless, device)
    expect(device.connections()).toBe(printLimits.conversations)
    expect(faults).toHaveLength(100 - printLimits.conversations)
  })

  it('with a malformed message gives a reason, and a defect of a print is an error', async () => {
    const device = await start(sends('x\n'))
    const beyond = printOf((visit) =>
      visit.converse(async (line) => {
        const bytes = await line.receive(() => 1)
        return { service: { version: `${bytes?.readUInt32LE(4)}` } }
      }),
    )
    expect((await readWith(beyond, device)).faults).toEqual(['the answer is malformed'])
    const broken = printOf(() => Promise.reject(new TypeError('x is not a function')))
    await expect(readWith(broken, device)).rejects.toThrow('x is not a function')
  })
})

describe('an HTTP request', () => {
  it('reads a body by its length, without waiting for the end of the connection', async () => {
    const device = await start(answersInTurn('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'))
    const { print } = await readWith(getPage(), device)
    expect(print?.banner).toBe('200 hello')
  })

  it.each([
    ['in chunks', answersInTurn('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n')],
    ['up to the end of the connection', answers('HTTP/1.0 200 OK\r\n\r\nhello')],
  ])('reads a body %s', async (_, behave) => {
    expect((await readWith(getPage(), await start(behave))).print?.banner).toBe('200 hello')
  })

  it('follows no redirection', async () => {
    const elsewhere = await start(answers('HTTP/1.0 200 OK\r\n\r\nelsewhere'))
    const location = `http://${elsewhere.address}:${elsewhere.port}/`
    const device = await start(answers(`HTTP/1.0 302 Found\r\nLocation: ${location}\r\n\r\n`))
    expect((await readWith(getPage(), device)).print?.banner).toBe('302')
    expect(elsewhere.connections()).toBe(0)
  })
})

test('nothing is sent once the time of the host is up', async () => {
  const device = await start(sends('x\n'))
  const { faults } = await readWith(readLine, device, { signal: AbortSignal.abort() })
  expect(faults).toEqual(['not asked, because the host’s time is up'])
  expect(device.received()).toBe('')
})

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Environment } from '../environment.ts'
import { eachPart } from './body-parts.ts'

describe('reading a body from a socket', () => {
  const bytesMax = 100_000
  let server: Server
  let agent: Agent
  let connections: number
  let bytesTaken: number
  /** Settles with the result of the upload that breaks off. */
  let broken: PromiseWithResolvers<unknown>

  beforeEach(async () => {
    bytesTaken = 0
    connections = 0
    broken = Promise.withResolvers()
    const app = new Hono<Environment>()
    app.post('/:delayMs', async (c) => {
      await setTimeout(Number(c.req.param('delayMs')))
      let size = 0
      const take = (part: Uint8Array) => {
        size += part.length
        bytesTaken += part.length
        if (size > bytesMax) throw new Error('too much')
      }
      return eachPart(c, take).then(
        () => c.text(`${size}`),
        (error: Error) => {
          broken.resolve(error.message)
          return c.text(error.message, 413)
        },
      )
    })
    server = createServer(getRequestListener((call, bindings) => app.fetch(call, bindings as HttpBindings)))
    server.on('connection', () => {
      connections += 1
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
  })
  afterEach(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })

  const begin = (delayMs = 0) => {
    const { port } = server.address() as AddressInfo
    const to = { host: '127.0.0.1', port, path: `/${delayMs}`, method: 'POST', agent }
    return request(to).on('error', () => undefined)
  }
  async function post(...parts: Buffer[]) {
    const outgoing = begin()
    const answered = once(outgoing, 'response')
    for (const part of parts) {
      outgoing.write(part)
      await setTimeout(5)
    }
    outgoing.end()
    const [answer] = (await answered) as [IncomingMessage]
    return [answer.statusCode, await text(answer)]
  }

  it('yields all parts, and none for an empty body', async () => {
    expect(await post(Buffer.alloc(10_000))).toEqual([200, '10000'])
    expect(await post(Buffer.alloc(100), Buffer.alloc(1), Buffer.alloc(90_000))).toEqual([200, '90101'])
    expect(await post()).toEqual([200, '0'])
  })

  it('stops reading when a part is refused, and the connection carries the response and the next call', async () => {
    expect(await post(Buffer.alloc(5_000_000))).toEqual([413, 'too much'])
    expect(bytesTaken).toBeLessThan(2 * bytesMax)
    expect(await post(Buffer.alloc(10))).toEqual([200, '10'])
    expect(connections).toBe(1)
  })

  it.each([0, 200])('rejects when the body ends early, also if it is read %i ms later', async (delayMs) => {
    const outgoing = begin(delayMs)
    outgoing.write(Buffer.alloc(10_000))
    await setTimeout(100)
    outgoing.destroy()
    expect(await broken.promise).toBe('aborted')
  })
})

describe('an upload that stalls', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  /** Sends bytes, and returns the result of the upload after the checks of 30 s. */
  async function upload(bytes: number) {
    const incoming = new PassThrough({ highWaterMark: 2 ** 20 })
    const received = Promise.withResolvers<void>()
    const read = eachPart({ env: { incoming } } as unknown as Context<Environment>, () => received.resolve())
    const outcome = read.then(
      () => 'read',
      (error: { code?: string }) => error.code,
    )
    incoming.write(Buffer.alloc(bytes))
    await received.promise
    vi.advanceTimersByTime(30_000)
    incoming.end()
    return outcome
  }

  it('ends with 408 if it is large, and frees its memory', async () => {
    expect(await upload(300 * 1024)).toBe('request_timeout')
  })

  it('continues if it is small', async () => {
    expect(await upload(100 * 1024)).toBe('read')
  })
})

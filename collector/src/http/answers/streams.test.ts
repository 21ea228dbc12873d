import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { parseSse, take, toEnd } from '../../../../test/harness/sse.ts'
import { waitFor } from '../../../../test/harness/wait.ts'
import { createStreams, type StreamSource } from './streams.ts'

const log = pino({ level: 'silent' })
const anHour = 3_600_000
const quiet = { heartbeatMs: anHour, checkMs: anHour, stalledMsMax: anHour }

/** Creates a source of the events pushed into it, and counts how often it is read. */
function createSource(callerId = 'caller', siteId = 'site') {
  const waiting: number[] = []
  const state = { asked: 0, isPermitted: true, isLast: false }
  const source: StreamSource = {
    siteId,
    callerId,
    isPermitted: async () => state.isPermitted,
    async next() {
      state.asked += 1
      const events = waiting.splice(0, 1).map((n) => ({ id: `${n}`, event: 'number', data: { n } }))
      return { events, isLast: state.isLast }
    },
  }
  return { source, state, put: (...numbers: number[]) => waiting.push(...numbers) }
}

describe('a stream', () => {
  it('delivers events in order, as soon as they occur', async () => {
    const streams = createStreams(log, quiet)
    const { source, put } = createSource()
    const events = parseSse(streams.open(source))
    put(1, 2)
    expect(await take(events, 2)).toEqual([
      { id: '1', event: 'number', data: { n: 1 } },
      { id: '2', event: 'number', data: { n: 2 } },
    ])
    const next = take(events, 1)
    put(3)
    streams.news()
    expect(await next).toMatchObject([{ id: '3' }])
  })

  it('reads nothing ahead for a client that reads nothing', async () => {
    const streams = createStreams(log, quiet)
    const { source, state, put } = createSource()
    const reader = streams.open(source).getReader()
    put(...Array(1_000).keys())
    streams.news()
    await reader.read()
    await reader.read()
    expect(state.asked).toBe(1)
  })

  it('sends a comment when there are no events', async () => {
    const streams = createStreams(log, { ...quiet, heartbeatMs: 10 })
    const reader = streams.open(createSource().source).getReader()
    const texts = [await reader.read(), await reader.read(), await reader.read()].map(({ value }) =>
      new TextDecoder().decode(value),
    )
    expect(texts).toEqual(['retry: 3000\n\n', ': still here\n\n', ': still here\n\n'])
  })

  it('ends when its caller loses access', async () => {
    const streams = createStreams(log, { ...quiet, checkMs: 10 })
    const { source, state } = createSource()
    const all = toEnd(parseSse(streams.open(source)))
    await waitFor(() => state.asked > 2, { what: 'some looks' })
    state.isPermitted = false
    expect(await all).toEqual([])
  })

  it('sends nothing after access was revoked, however soon the next event occurs', async () => {
    const streams = createStreams(log, quiet)
    const { source, state, put } = createSource()
    const events = parseSse(streams.open(source))
    put(1)
    expect(await take(events, 1)).toMatchObject([{ id: '1' }])
    state.isPermitted = false
    const rest = toEnd(events)
    put(2)
    streams.news()
    expect(await rest).toEqual([])
  })

  it('ends after the last event', async () => {
    const streams = createStreams(log, quiet)
    const { source, state, put } = createSource()
    put(1)
    state.isLast = true
    expect(await toEnd(parseSse(streams.open(source)))).toHaveLength(1)
  })

  it('is closed when its client reads nothing for long', async () => {
    const streams = createStreams(log, { ...quiet, stalledMsMax: 10, perCallerMax: 1 })
    const { source, put } = createSource()
    const reader = streams.open(source).getReader()
    put(1, 2)
    await reader.read()
    await reader.read()
    await expect(reader.closed).rejects.toThrow('does not read the event stream')
    await streams.open(source).cancel()
  })

  it('frees its place if the client never begins to read', async () => {
    const streams = createStreams(log, { ...quiet, stalledMsMax: 10, perCallerMax: 1 })
    const { source } = createSource()
    const unread = streams.open(source)
    await waitFor(() => streams.open(source), { what: 'its place' })
    await expect(unread.getReader().closed).rejects.toThrow('does not read the event stream')
  })

  it('closes the connection of a client that reads nothing, and buffers no more than fits into it', async () => {
    const streams = createStreams(log, { ...quiet, stalledMsMax: 100 })
    const state = { asked: 0 }
    const data = 'x'.repeat(64 * 1024)
    const flood: StreamSource = {
      ...createSource().source,
      async next() {
        state.asked += 1
        return { events: [{ id: `${state.asked}`, event: 'much', data }] }
      },
    }
    const server = createServer(getRequestListener(() => new Response(streams.open(flood)))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
    const [served] = (await once(server, 'connection')) as [Socket]
    await new Promise((resolve) => served.once('close', resolve))
    expect(state.asked).toBeGreaterThan(0)
    expect(state.asked).toBeLessThan(1_000)
    socket.destroy()
    server.close()
  })

  it('ends without revealing an error, and logs it', async () => {
    const lines: string[] = []
    const own = pino({}, { write: (line: string) => void lines.push(line) })
    const streams = createStreams(own, { ...quiet, perCallerMax: 1 })
    const { source } = createSource()
    const failing = { ...source, next: () => Promise.reject(new Error('the store is gone')) }
    expect(await toEnd(parseSse(streams.open(failing)))).toEqual([])
    expect(lines.join('')).toContain('the store is gone')
    await streams.open(source).cancel()
  })
})

describe('streams', () => {
  it('are limited for each caller and each site, and free their place', async () => {
    const streams = createStreams(log, { ...quiet, perCallerMax: 2, openMax: 6 })
    const open = (callerId: string) => streams.open(createSource(callerId).source)
    const first = open('a')
    open('a')
    expect(() => open('a')).toThrow('at most 2 open streams')
    open('b')
    expect(() => open('c')).toThrow('This site has too many open streams')
    await first.cancel()
    open('c')
  })

  it('leave a place for each further site, however many one site opens', () => {
    const streams = createStreams(log, { ...quiet, perCallerMax: 100, openMax: 100 })
    const fill = (siteId: string) => {
      for (let count = 0; ; count += 1) {
        try {
          streams.open(createSource(`caller of ${siteId}`, siteId).source)
        } catch {
          return count
        }
      }
    }
    expect(['a', 'b', 'c', 'd'].map(fill)).toEqual([50, 25, 13, 6])
  })

  it('end when the collector stops', async () => {
    const streams = createStreams(log, quiet)
    const all = ['a', 'b'].map((id) => toEnd(parseSse(streams.open(createSource(id).source))))
    streams.close()
    expect(await Promise.all(all)).toEqual([[], []])
  })
})

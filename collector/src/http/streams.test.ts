import { describe, expect, it } from 'vitest'
import { parseSse, take, toEnd } from '../../../test/harness/sse.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { createStreams, type StreamSource } from './streams.ts'

const anHour = 3_600_000
const quiet = { heartbeatMs: anHour, checkMs: anHour, stalledMsMax: anHour }

/** A source that gives what is put into it, and counts how often it was asked. */
function createSource(callerId = 'caller') {
  const waiting: number[] = []
  const state = { asked: 0, isPermitted: true, isLast: false }
  const source: StreamSource = {
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
  it('gives what comes, in its order, as soon as there is news', async () => {
    const streams = createStreams(quiet)
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

  it('reads nothing ahead of who takes nothing', async () => {
    const streams = createStreams(quiet)
    const { source, state, put } = createSource()
    const reader = streams.open(source).getReader()
    put(...Array(1_000).keys())
    streams.news()
    await reader.read()
    await reader.read()
    expect(state.asked).toBe(1)
  })

  it('sends a comment when there is nothing else', async () => {
    const streams = createStreams({ ...quiet, heartbeatMs: 10 })
    const reader = streams.open(createSource().source).getReader()
    const texts = [await reader.read(), await reader.read(), await reader.read()].map(({ value }) =>
      new TextDecoder().decode(value),
    )
    expect(texts).toEqual(['retry: 3000\n\n', ': still here\n\n', ': still here\n\n'])
  })

  it('ends when its caller may no longer listen', async () => {
    const streams = createStreams({ ...quiet, checkMs: 10 })
    const { source, state } = createSource()
    const all = toEnd(parseSse(streams.open(source)))
    await waitFor(() => state.asked > 2, { what: 'some looks' })
    state.isPermitted = false
    expect(await all).toEqual([])
  })

  it('ends after the last event', async () => {
    const streams = createStreams(quiet)
    const { source, state, put } = createSource()
    put(1)
    state.isLast = true
    expect(await toEnd(parseSse(streams.open(source)))).toHaveLength(1)
  })

  it('is cut off when its reader takes nothing for long', async () => {
    const streams = createStreams({ ...quiet, stalledMsMax: 10, perCallerMax: 1 })
    const { source, put } = createSource()
    const reader = streams.open(source).getReader()
    put(1, 2)
    await reader.read()
    await reader.read()
    await expect(reader.closed).rejects.toThrow('takes nothing')
    await streams.open(source).cancel()
  })

  it('ends with an error of its source, which is told to who reads it', async () => {
    const streams = createStreams({ ...quiet, perCallerMax: 1 })
    const { source } = createSource()
    const failing = { ...source, next: () => Promise.reject(new Error('the store is gone')) }
    await expect(toEnd(parseSse(streams.open(failing)))).rejects.toThrow('the store is gone')
    await streams.open(source).cancel()
  })
})

describe('streams', () => {
  it('are bounded for each caller and in all, and free their place', async () => {
    const streams = createStreams({ ...quiet, perCallerMax: 2, openMax: 3 })
    const open = (callerId: string) => streams.open(createSource(callerId).source)
    const first = open('a')
    open('a')
    expect(() => open('a')).toThrow('at most 2 streams')
    open('b')
    expect(() => open('c')).toThrow('Too many streams')
    await first.cancel()
    open('c')
  })

  it('all end with the collector', async () => {
    const streams = createStreams(quiet)
    const all = ['a', 'b'].map((id) => toEnd(parseSse(streams.open(createSource(id).source))))
    streams.close()
    expect(await Promise.all(all)).toEqual([[], []])
  })
})

import { performance } from 'node:perf_hooks'
import { DomainError } from '@rollcall/shared/errors.ts'
import { presentLogFields } from '@rollcall/shared/node/log.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import type { Logger } from 'pino'

type StreamLimits = {
  /** Limit for all sites. A site never has more open streams than are still free, so every further site finds room. */
  openMax: number
  perCallerMax: number
  /** After this time without an event a comment is sent, so that proxies keep the connection open. */
  heartbeatMs: number
  /** Interval at which the permission of the caller is checked. */
  checkMs: number
  /** A client that reads nothing for this long is disconnected. */
  stalledMsMax: number
}

export type StreamSource = {
  siteId: string
  /** Caller with at most `perCallerMax` open streams. */
  callerId: string
  isPermitted(): Promise<boolean>
  /**
   * Returns the events since the last call, or undefined if there are none. `hasMore` asks for another call at once,
   * even if none of these events is for this client.
   */
  next(): Promise<{ events: readonly ServerSentEvent[]; isLast?: boolean; hasMore?: boolean } | undefined>
  /** Interval at which `next` is called in addition to `news`. */
  pollMs?: number
}

type ServerSentEvent = { id: string; event: string; data: unknown }

export type Streams = {
  /** Opens a stream. Throws `rate_limited` when too many are open. */
  open(source: StreamSource): ReadableStream<Uint8Array>
  /** Returns the number of open streams. */
  count(): number
  /** Wakes the open streams, because there may be new events. */
  news(): void
  /** Ends all streams. */
  close(): void
}

const defaults: StreamLimits = {
  openMax: 400,
  perCallerMax: 10,
  heartbeatMs: 15_000,
  checkMs: 15_000,
  stalledMsMax: 60_000,
}

/** Creates the open streams of this collector. Each chunk is read from the store when the client reads it. */
export function createStreams(log: Logger, limits: Partial<StreamLimits> = {}): Streams {
  const { openMax, perCallerMax, ...times } = { ...defaults, ...limits }
  const open = new Set<Pick<StreamSource, 'siteId' | 'callerId'> & { news(): void; end(): void }>()
  return {
    open(source) {
      const { siteId, callerId } = source
      if (countOf(open, (stream) => stream.callerId === callerId) >= perCallerMax) {
        throw new DomainError('rate_limited', `A caller may have at most ${perCallerMax} open streams.`)
      }
      if (countOf(open, (stream) => stream.siteId === siteId) >= openMax - open.size) {
        throw new DomainError('rate_limited', 'This site has too many open streams. Try again later.')
      }
      const withFields = presentLogFields()
      const { readable, ...stream } = openStream(source, times, {
        onError: (error) => withFields(() => log.error({ err: error }, 'event stream: ended by an error')),
        onEnd: () => void open.delete(entry),
      })
      const entry = { siteId, callerId, ...stream }
      open.add(entry)
      return readable
    },
    count: () => open.size,
    news() {
      for (const stream of open) stream.news()
    },
    close() {
      for (const stream of open) stream.end()
    },
  }
}

function countOf<T>(items: Iterable<T>, isCounted: (item: T) => boolean): number {
  let count = 0
  for (const item of items) if (isCounted(item)) count += 1
  return count
}

type Times = Pick<StreamLimits, 'heartbeatMs' | 'checkMs' | 'stalledMsMax'>

type Ends = { onError(error: unknown): void; onEnd(): void }

function openStream(source: StreamSource, times: Times, { onError, onEnd }: Ends) {
  const pause = createPause()
  let ended = false
  let cancelled = false
  let isLast = false
  let sentAt = performance.now()
  let checkedAt = sentAt
  let stalled: NodeJS.Timeout | undefined

  const end = () => {
    if (ended) return
    ended = true
    clearTimeout(stalled)
    pause.wake()
    onEnd()
  }

  /** Returns the next chunk when there is one; undefined at the end. */
  const take = async (): Promise<string | undefined> => {
    while (!ended && !isLast) {
      const found = await source.next()
      const hasEvents = found !== undefined && found.events.length > 0
      // Events always wait for the check: access may have been revoked just before.
      if (hasEvents || performance.now() - checkedAt >= times.checkMs) {
        if (!(await source.isPermitted())) return undefined
        checkedAt = performance.now()
      }
      isLast = found?.isLast === true
      if (hasEvents) return found.events.map(format).join('')
      const quietMs = performance.now() - sentAt
      if (quietMs >= times.heartbeatMs) return ': still here\n\n'
      if (!isLast && !found?.hasMore)
        await pause.wait(Math.min(times.heartbeatMs - quietMs, times.checkMs, source.pollMs ?? Infinity))
    }
    return undefined
  }

  /** Also disconnects a client that never begins to read, as with HEAD. */
  const cutUnlessRead = (controller: ReadableStreamDefaultController) => {
    stalled = setTimeout(() => {
      end()
      controller.error(new Error('the client does not read the event stream'))
    }, times.stalledMsMax)
  }

  // No queue: while the client reads nothing, nothing is read from the store.
  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encode('retry: 3000\n\n'))
        cutUnlessRead(controller)
      },
      async pull(controller) {
        clearTimeout(stalled)
        // The client reconnects. The error is for the log only.
        const text = await take().catch(onError)
        if (cancelled) return
        if (text === undefined || ended) {
          end()
          controller.close()
          return
        }
        controller.enqueue(encode(text))
        sentAt = performance.now()
        cutUnlessRead(controller)
      },
      cancel() {
        cancelled = true
        end()
      },
    },
    { highWaterMark: 0 },
  )
  return { readable, news: pause.wake, end }
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Formats one event of a stream (HTML Living Standard, section 9.2.5). JSON contains no line break. */
const format = ({ id, event, data }: ServerSentEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

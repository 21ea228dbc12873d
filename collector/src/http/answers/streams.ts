import { performance } from 'node:perf_hooks'
import { DomainError } from '@rollcall/shared/errors.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import type { Logger } from 'pino'

type StreamLimits = {
  /** Of all sites. A site never has more of them than are left, so each further site finds a place. */
  openMax: number
  perCallerMax: number
  /** A comment is sent when there was nothing else for this long, so that proxies keep the connection. */
  heartbeatMs: number
  /** How often it is asked whether the caller may still listen. */
  checkMs: number
  /** A reader that takes nothing for this long is cut off. */
  stalledMsMax: number
}

export type StreamSource = {
  siteId: string
  /** Of whom no more than `perCallerMax` are open. */
  callerId: string
  isPermitted(): Promise<boolean>
  /**
   * What there is since the last call; undefined when there is nothing. `hasMore`: though none of these may be for the
   * reader, it is worth asking again at once.
   */
  next(): Promise<{ events: readonly ServerSentEvent[]; isLast?: boolean; hasMore?: boolean } | undefined>
  /** How often `next` is asked, beside when there is news. */
  pollMs?: number
}

type ServerSentEvent = { id: string; event: string; data: unknown }

export type Streams = {
  /** Throws `rate_limited` when too many are open. */
  open(source: StreamSource): ReadableStream<Uint8Array>
  /** There may be something for those who listen. */
  news(): void
  /** Ends all of them. */
  close(): void
}

const defaults: StreamLimits = {
  openMax: 400,
  perCallerMax: 10,
  heartbeatMs: 15_000,
  checkMs: 15_000,
  stalledMsMax: 60_000,
}

/** The answers that stay open, of this collector. Each is written when its reader takes it, from what the store has. */
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
      const { readable, ...stream } = openStream(source, times, {
        onError: (error) => log.error({ err: error }, 'event stream: ended by an error'),
        onEnd: () => void open.delete(entry),
      })
      const entry = { siteId, callerId, ...stream }
      open.add(entry)
      return readable
    },
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

  /** The next chunk, as late as there is one; undefined at the end. */
  const take = async (): Promise<string | undefined> => {
    while (!ended && !isLast) {
      const found = await source.next()
      const hasEvents = found !== undefined && found.events.length > 0
      // Events always wait for the check: access may have been revoked just before them.
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

  /** Also where it never begins to read, as with HEAD. */
  const cutUnlessRead = (controller: ReadableStreamDefaultController) => {
    stalled = setTimeout(() => {
      end()
      controller.error(new Error('the client does not read the event stream'))
    }, times.stalledMsMax)
  }

  // No queue of its own: while the reader takes nothing, nothing is read for it either.
  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encode('retry: 3000\n\n'))
        cutUnlessRead(controller)
      },
      async pull(controller) {
        clearTimeout(stalled)
        // Its reader comes again; what went wrong is not for it.
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

/** One event of a stream (HTML Living Standard, section 9.2.5). JSON has no line break. */
const format = ({ id, event, data }: ServerSentEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

import { addAbortListener } from 'node:events'
import { type ConsumerMessages, type JsMsg, jetstream } from '@nats-io/jetstream'
import { messageOf } from '@rollcall/shared/errors.ts'
import { wireBytesMax } from '@rollcall/shared/messages/subjects.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import { within } from '@rollcall/shared/node/within.ts'
import type { Logger } from 'pino'

/**
 * Acknowledgement timeout of the collector's consumers: messages of a killed collector are delivered again after it. A
 * living one extends it.
 */
export const ackWaitMs = 6_000

type ConsumeOptions = {
  link: Link
  stream: string
  consumer: string
  /** Messages handled concurrently. */
  inFlightMax: number
  /** Creates the stream and its consumer if they are missing. */
  ensure: () => Promise<void>
  log: Logger
}

/** Two of the largest messages: the memory of one stream for messages that wait for their handler. */
const fetchBytesMax = 2 * (wireBytesMax + 64 * 1024)
const fetchMs = 30_000

/** Handles a message and acknowledges it. Called in the order of the stream; the calls run concurrently. */
export type MessageHandler = (message: JsMsg) => Promise<void>

export type Consuming = {
  /** Takes no more messages and waits for current ones; the rest is delivered again later. */
  stop(): Promise<void>
}

/** Consumes the messages of a durable pull consumer until stopped, across lost connections and wiped servers. */
export function consumeForever(options: ConsumeOptions, handle: MessageHandler): Consuming {
  const { link, stream, consumer, inFlightMax, ensure, log } = options
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let messages: ConsumerMessages | undefined

  const start = (message: JsMsg) => {
    const working = setInterval(() => {
      if (link.isConnected()) message.working()
    }, ackWaitMs / 3)
    const handling = handle(message)
      // Not acknowledged, so it is delivered again.
      .catch((error: unknown) => log.error({ err: error, subject: message.subject }, 'a message could not be handled'))
      .finally(() => {
        clearInterval(working)
        running.delete(handling)
      })
    running.add(handling)
  }

  const round = async (lost: AbortSignal) => {
    await within(lost, ensure())
    const source = await within(lost, jetstream(link.nc).consumers.get(stream, consumer))
    while (!stopping.signal.aborted) {
      const requestedAt = performance.now()
      // Not `consume`, which requests more messages as they arrive, however many wait here.
      const fetched = await source.fetch({ max_bytes: fetchBytesMax, expires: fetchMs })
      messages = fetched
      // The server has lost the request, and the library might wait for its full time.
      using _ = addAbortListener(lost, () => fetched.stop())
      if (stopping.signal.aborted) fetched.stop()
      let taken = 0
      for await (const message of fetched) {
        taken += 1
        // Returns prefetched messages at once when stopping.
        if (stopping.signal.aborted) message.nak()
        else start(message)
        if (running.size >= inFlightMax) await Promise.race(running)
      }
      // It ended early and empty: the stream may be missing.
      if (taken === 0 && performance.now() - requestedAt < fetchMs / 2) return
    }
  }

  const run = async () => {
    const backoff = createBackoff({ baseMs: 250, maxMs: 2_000 })
    while (!stopping.signal.aborted && !link.nc.isClosed()) {
      const startedAt = performance.now()
      try {
        await round(await link.untilConnected(stopping.signal))
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ stream, reason: messageOf(error) }, 'cannot read from NATS')
      }
      if (performance.now() - startedAt > 60_000) backoff.reset()
      await backoff.wait(stopping.signal, 100).catch(() => undefined)
    }
  }
  const finished = run()

  return {
    async stop() {
      stopping.abort()
      messages?.stop()
      await finished
      await Promise.all(running)
    },
  }
}

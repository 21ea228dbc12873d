import { jetstream } from '@nats-io/jetstream'
import { messageOf } from '@rollcall/shared/errors.ts'
import { resultSubject } from '@rollcall/shared/messages/subjects.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import { type SpoolEntry, SpoolUnavailableError } from '@rollcall/shared/node/spool.ts'
import { within } from '@rollcall/shared/node/within.ts'
import type { Logger } from 'pino'
import type { ResultSpool } from '../spool/result-spool.ts'

export type ResultPublisher = {
  /** Signals a new entry in the spool. */
  wake(): void
  /** Stops sending, and waits for messages in transit; the rest stays in the spool. */
  stop(): Promise<void>
}

/** Messages in transit; several, because a distant collector acknowledges slowly. */
const inFlightMax = 16
const inFlightBytesMax = 16 * 1024 * 1024
const ackTimeoutMs = 10_000
/** Time that the end of a task waits for results that the disk cannot read. */
const unreadableMsMax = 60_000

/** Sends the entries of the spool, oldest first, and removes each once the server has stored it on its disk. */
export function publishResults(
  spool: ResultSpool,
  { serviceId, link, log }: { serviceId: string; link: Link; log: Logger },
): ResultPublisher {
  const stopping = new AbortController()
  let woken = false
  let rouse: (() => void) | undefined
  let unreadableSince: number | undefined

  const wake = () => {
    woken = true
    rouse?.()
  }
  const sleep = () =>
    new Promise<void>((resolve) => {
      rouse = resolve
    })

  const send = async (entry: SpoolEntry, lost: AbortSignal) => {
    const result = await spool.read(entry.id)
    if (!result) return
    const bytesMax = link.nc.info?.max_payload ?? Number.POSITIVE_INFINITY
    if (result.message.length > bytesMax) {
      log.error(
        { taskId: result.taskId, bytesMax },
        'results: a result is larger than the NATS server accepts; it was parked',
      )
      return spool.park(entry.id, `larger than the server's max_payload of ${bytesMax} bytes`)
    }
    const subject = resultSubject(serviceId, result.taskId)
    const bus = jetstream(link.nc, { timeout: ackTimeoutMs })
    await within(lost, bus.publish(subject, result.message, { msgID: result.id }))
    await spool.remove(entry.id)
  }

  /** Rejects with the first failure, once no message is in transit. */
  const sendAll = async (entries: SpoolEntry[], lost: AbortSignal) => {
    const inTransit = new Map<Promise<void>, number>()
    let failure: { error: unknown } | undefined
    /** Error of a result that the disk cannot read. The others are sent: only this one may be affected. */
    let unreadable: { error: unknown } | undefined
    const isOverdue = () => unreadableSince !== undefined && performance.now() - unreadableSince > unreadableMsMax
    const bytes = () => [...inTransit.values()].reduce((sum, size) => sum + size, 0)
    for (const entry of entries) {
      // The end of a task follows all its results.
      const full = () => inTransit.size >= inFlightMax || bytes() + entry.bytes > inFlightBytesMax
      while (inTransit.size > 0 && (entry.kind === 'finished' || full())) await Promise.race(inTransit.keys())
      if (failure || stopping.signal.aborted || lost.aborted) break
      if (unreadable && entry.kind === 'finished' && !isOverdue()) continue
      const sending = send(entry, lost)
        .catch((error: unknown) => {
          if (!(error instanceof SpoolUnavailableError)) {
            failure ??= { error }
            return
          }
          unreadable ??= { error }
          unreadableSince ??= performance.now()
        })
        .finally(() => inTransit.delete(sending))
      inTransit.set(sending, entry.bytes)
    }
    await Promise.all(inTransit.keys())
    if (!unreadable) unreadableSince = undefined
    const problem = failure ?? unreadable
    if (problem) throw problem.error
  }

  const run = async () => {
    const backoff = createBackoff({ baseMs: 500, maxMs: 5_000 })
    while (!stopping.signal.aborted) {
      woken = false
      if (spool.waiting().length === 0) {
        if (!woken) await sleep()
        continue
      }
      const lost = await link.untilConnected(stopping.signal).catch(() => undefined)
      if (!lost) continue
      try {
        await sendAll(spool.waiting(), lost)
        backoff.reset()
      } catch (error) {
        log.warn(
          { waiting: spool.waiting().length, reason: messageOf(error) },
          'results: sending failed, they stay in the spool',
        )
        // A new connection is tried at once.
        if (!lost.aborted) await backoff.wait(stopping.signal, 250).catch(() => undefined)
      }
    }
  }
  const finished = run()

  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      await finished
    },
  }
}

import { jetstream } from '@nats-io/jetstream'
import { messageOf } from '@rollcall/shared/errors.ts'
import { resultSubject } from '@rollcall/shared/messages/subjects.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import type { SpoolEntry } from '@rollcall/shared/node/spool.ts'
import type { Logger } from 'pino'
import type { ResultSpool } from '../spool/result-spool.ts'

export type ResultPublisher = {
  /** There is something new in the spool. */
  wake(): void
  /** Starts no more, and waits for what is on its way; the rest stays in the spool. */
  stop(): Promise<void>
}

/** On their way at once; several, as a far collector's answer takes its time. */
const inFlightMax = 16
const inFlightBytesMax = 16 * 1024 * 1024
const ackTimeoutMs = 10_000
const lookMs = 1000

/** Sends what is in the spool, oldest first, and removes each when the server has it on its disk. */
export function publishResults(
  spool: ResultSpool,
  { serviceId, link, log }: { serviceId: string; link: Link; log: Logger },
): ResultPublisher {
  const stopping = new AbortController()
  let woken = false
  let rouse: (() => void) | undefined

  const wake = () => {
    woken = true
    rouse?.()
  }
  const sleep = (waitMs: number | undefined) =>
    new Promise<void>((resolve) => {
      const timer = waitMs === undefined ? undefined : setTimeout(resolve, waitMs)
      rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const send = async (entry: SpoolEntry) => {
    const result = await spool.read(entry.id)
    if (!result) return
    const bytesMax = link.nc.info?.max_payload ?? Number.POSITIVE_INFINITY
    if (result.message.length > bytesMax) {
      log.error({ taskId: result.taskId, bytesMax }, 'a result is larger than the NATS server takes; it was put aside')
      return spool.park(entry.id, `larger than the server's max_payload of ${bytesMax} bytes`)
    }
    const subject = resultSubject(serviceId, result.taskId)
    await jetstream(link.nc, { timeout: ackTimeoutMs }).publish(subject, result.message, { msgID: result.id })
    await spool.remove(entry.id)
  }

  /** Rejects with the first failure, when nothing is on its way any more. */
  const sendAll = async (entries: SpoolEntry[]) => {
    const onTheirWay = new Map<Promise<void>, number>()
    let failure: { error: unknown } | undefined
    const bytes = () => [...onTheirWay.values()].reduce((sum, size) => sum + size, 0)
    for (const entry of entries) {
      // The end of a task goes after all that belongs to it.
      const full = () => onTheirWay.size >= inFlightMax || bytes() + entry.bytes > inFlightBytesMax
      while (onTheirWay.size > 0 && (entry.kind === 'finished' || full())) await Promise.race(onTheirWay.keys())
      if (failure || stopping.signal.aborted || !link.isConnected()) break
      const sending = send(entry)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => onTheirWay.delete(sending))
      onTheirWay.set(sending, entry.bytes)
    }
    await Promise.all(onTheirWay.keys())
    if (failure) throw failure.error
  }

  const run = async () => {
    const backoff = createBackoff({ baseMs: 500, maxMs: 30_000 })
    while (!stopping.signal.aborted) {
      woken = false
      const entries = spool.waiting()
      if (entries.length > 0 && link.isConnected()) {
        try {
          await sendAll(entries)
          backoff.reset()
        } catch (error) {
          log.warn({ waiting: entries.length, reason: messageOf(error) }, 'results are not sent yet; they are kept')
          await backoff.wait(stopping.signal, 250).catch(() => undefined)
        }
        continue
      }
      // With results to send, the connection is looked at again and again; without, somebody wakes us.
      if (!woken) await sleep(entries.length > 0 ? lookMs : undefined)
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

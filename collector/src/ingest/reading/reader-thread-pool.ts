import { counted } from '@rollcall/shared/counted.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { presentLogFields } from '@rollcall/shared/node/log.ts'
import type { Logger } from 'pino'
import { createLru } from '../../lib/cache.ts'
import { FairQueue, type Sender } from './fair-queue.ts'
import {
  type Broken,
  isTransferred,
  type Outcome,
  type Question,
  type ReadingThread,
  startReadingThread,
  type ThreadLimits,
} from './thread.ts'

export type ThreadPoolLimits = ThreadLimits & {
  threadsMax: number
  /** Questions that one thread has at a time. */
  inFlightMax: number
  /** Questions of one sender in all threads together. */
  inFlightPerSenderMax: number
  /** An idle thread ends after this time and releases its memory. */
  idleMs: number
}

/** Waiting limit per sender. Further bodies are refused. */
const waitingPerSenderMax = 256
/** Waiting limit for all senders together. */
const waitingMax = 10_000
/** Waiting time of a sender after one of its bodies was stopped. */
const stoppedMs = 60_000
const stoppedMax = 2_000
/** Attempts for a body that was in a thread when another body broke it. */
const triesMax = 3

type Waiting = {
  sender: Sender
  /** Time of its request, by `performance.now`. */
  since: number
  /** Runs work with the log fields of its request: a thread serves many. */
  withFields: ReturnType<typeof presentLogFields>
  tries: number
  question: Question
  resolve: (outcome: Exclude<Outcome, { error: unknown }>) => void
  reject: (error: unknown) => void
}

export type WaitingBodies = { count: number; oldestMs: number }

export type ReaderThreadPool = {
  /** Set if a started thread is ready. */
  readonly isReady: boolean
  /** Rejects with a DomainError if the body cannot be read or the sender has too many waiting. */
  request(sender: Sender, question: Question): Promise<{ output: unknown } | { isLarge: true }>
  /** Returns the number of bodies that wait for a thread, and the waiting time of the oldest. */
  waiting(): WaitingBodies
  close(): Promise<void>
}

/** Threads for one size of bodies, and the queue in front of them. */
export function createReaderThreadPool(limits: ThreadPoolLimits, log: Logger): ReaderThreadPool {
  const queue = new FairQueue<Waiting>()
  const waitingOf = new Map<string, number>()
  const inFlightOf = new Map<string, number>()
  const threads = new Set<ReadingThread>()
  const stoppedUntil = createLru<number>(stoppedMax)
  const idle = new Map<ReadingThread, NodeJS.Timeout>()
  let isClosed = false

  const count = (counts: Map<string, number>, id: string, change: number) => {
    const next = (counts.get(id) ?? 0) + change
    if (next > 0) counts.set(id, next)
    else counts.delete(id)
  }

  const start = () => {
    const thread = startReadingThread(limits)
    threads.add(thread)
    void thread.ended.then(() => {
      threads.delete(thread)
      clearTimeout(idle.get(thread))
      idle.delete(thread)
      fill()
    })
    return thread
  }

  const mayTake = (senderId: string) => (inFlightOf.get(senderId) ?? 0) < limits.inFlightPerSenderMax

  const fill = () => {
    while (queue.size > 0) {
      const free = [...threads].find(({ isOver, waiting }) => !isOver && waiting < limits.inFlightMax)
      if (!free && threads.size >= limits.threadsMax) return
      const next = queue.take(mayTake)
      if (!next) return
      give(free ?? start(), next)
    }
  }

  const give = (thread: ReadingThread, item: Waiting) => {
    const { sender, question, resolve, reject } = item
    clearTimeout(idle.get(thread))
    count(waitingOf, sender.id, -1)
    count(inFlightOf, sender.id, 1)
    thread.request(question, (outcome, number) => {
      count(inFlightOf, sender.id, -1)
      if ('culprit' in outcome && outcome.culprit !== number) giveAgain(item)
      else if ('culprit' in outcome) reject(item.withFields(() => faultOf(outcome, sender)))
      else if ('error' in outcome) reject(outcome.error)
      else resolve(outcome)
      if (thread.waiting === 0) idle.set(thread, setTimeout(() => end(thread), limits.idleMs).unref())
      fill()
    })
  }

  /** Queues a body again when another one broke its thread. */
  const giveAgain = (item: Waiting) => {
    const { sender, question, reject } = item
    item.tries += 1
    if (isClosed || item.tries === triesMax || isTransferred(question)) {
      reject(new DomainError('rate_limited', `Reading a body of ${sender.name} was interrupted; send it again.`))
      return
    }
    count(waitingOf, sender.id, 1)
    queue.add(sender, item, true)
  }

  const end = (thread: ReadingThread) => {
    threads.delete(thread)
    return thread.end()
  }

  const faultOf = ({ reason, error }: Broken, { id, siteId, name }: Sender): unknown => {
    if (reason === 'a defect') return error
    log.warn({ sender: name, siteId, reason }, 'reading: stopped a body and its thread')
    stoppedUntil.set(id, performance.now() + stoppedMs)
    const limit =
      reason === 'too slow' ? counted(limits.stopAfterMs / 1000, 'second') : `${limits.heapMaxMb} MiB of memory`
    return new DomainError('payload_too_large', `The body took more than ${limit} to read; send less at a time.`)
  }

  return {
    get isReady() {
      return [...threads].some((thread) => thread.isReady)
    },
    async request(sender, question) {
      if ((waitingOf.get(sender.id) ?? 0) >= waitingPerSenderMax || queue.size >= waitingMax) {
        throw new DomainError(
          'rate_limited',
          `Too many bodies of ${sender.name} wait to be read; send this one again later.`,
        )
      }
      const waitMs = (stoppedUntil.get(sender.id) ?? 0) - performance.now()
      if (waitMs > 0) {
        const again = `send it again in ${counted(Math.ceil(waitMs / 1000), 'second')}.`
        throw new DomainError('rate_limited', `A body of ${sender.name} took too long to read; ${again}`)
      }
      return new Promise((resolve, reject) => {
        count(waitingOf, sender.id, 1)
        queue.add(sender, {
          sender,
          since: performance.now(),
          withFields: presentLogFields(),
          tries: 0,
          question,
          resolve,
          reject,
        })
        fill()
      })
    },
    waiting() {
      const oldest = queue.heads().reduce((earliest, { since }) => Math.min(earliest, since), Infinity)
      return { count: queue.size, oldestMs: queue.size > 0 ? performance.now() - oldest : 0 }
    },
    async close() {
      isClosed = true
      await Promise.all([...threads].map(end))
    },
  }
}

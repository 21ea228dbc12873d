import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import type { Answer, FromThread, Question, ToThread } from './messages.ts'

export type AnsweringThreads = {
  /** Has a thread answer. Undefined if the main thread has to: no thread runs, or only the main thread can. */
  ask(question: Question): Promise<Answer | undefined>
  /** Returns the number of running threads. */
  count(): number
  /** Ends the threads. Later questions are left to the main thread. */
  close(): Promise<void>
}

/** Part of a worker that this module needs. */
export type AnsweringWorker = {
  postMessage(message: ToThread): void
  on(event: 'message', listener: (message: FromThread) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  ref(): void
  unref(): void
  terminate(): unknown
}

type Options = {
  threadsMax: number
  log: Logger
  startWorker(): AnsweringWorker
  /** Ends the process: a thread found that the database is damaged or its disk has failed. */
  onStoreFailure(reason: string): void
  /** Reports that the main thread has too much to do. By default its event loop says so. */
  isBusy?(): boolean
}

type Asked = {
  question: Question
  tries: number
  resolve(answer: Answer | undefined): void
  reject(error: Error): void
}

type Thread = {
  worker: AnsweringWorker
  ended: Promise<void>
  isReady: boolean
  open: Map<number, Asked>
  idle: NodeJS.Timeout | undefined
}

/** The main thread counts as busy if it works for this share of its time. */
const busyShare = 0.5
/** Interval at which that share is measured. */
const busyCheckMs = 1_000

/** Number of open questions per thread at which another thread is started. */
const openPerThread = 2

/** An idle thread ends after this time and releases its memory. */
const idleMs = 60_000

/** Time without a new thread after one could not start. */
const restMs = 60_000

/** Threads that a question may have broken or lost before it is given up. */
const triesMax = 2

/** Time for a thread to close its connections at the end. */
const endMsMax = 5_000

/**
 * Runs threads that answer reads of the API while the main thread is busy. A thread ends when it is not needed, so a
 * collector at rest has none.
 */
export function createAnsweringThreads(options: Options): AnsweringThreads {
  const { threadsMax, log, startWorker, onStoreFailure } = options
  const load = options.isBusy ? { isBusy: options.isBusy, stop: () => undefined } : watchLoad()
  const threads = new Set<Thread>()
  let isClosed = false
  let count = 0
  let restsUntilMs = 0

  function start(): Thread {
    const worker = startWorker()
    const exited = new Promise<void>((resolve) => void worker.on('exit', resolve))
    const thread: Thread = { worker, ended: exited, isReady: false, open: new Map(), idle: undefined }
    threads.add(thread)
    worker.unref()
    worker.on('message', (message) => receive(thread, message))
    worker.on('error', (error) => log.error({ err: error }, 'a thread that answers reads has failed'))
    void exited.then(() => lose(thread))
    return thread
  }

  function receive(thread: Thread, message: FromThread): void {
    if (message === 'ready') thread.isReady = true
    else if ('failure' in message) onStoreFailure(message.failure)
    else {
      const { number, ...answer } = message
      const asked = thread.open.get(number)
      thread.open.delete(number)
      asked?.resolve('isForMain' in answer ? undefined : answer)
    }
    clearTimeout(thread.idle)
    if (thread.open.size === 0) thread.idle = setTimeout(() => void end(thread), idleMs).unref()
  }

  function lose(thread: Thread): void {
    clearTimeout(thread.idle)
    const wasRunning = threads.delete(thread)
    if (wasRunning && !thread.isReady) restsUntilMs = performance.now() + restMs
    const lost = [...thread.open.values()]
    if (lost.length > 0) log.warn({ reads: lost.length }, 'a thread ended before it had answered')
    for (const asked of lost) askAgain(asked, thread.isReady)
  }

  /** Asks another thread. The main thread never gets a question that may have broken a thread. */
  function askAgain(asked: Asked, mayBeCulprit: boolean): void {
    if (mayBeCulprit) asked.tries += 1
    if (asked.tries === 0 || isClosed) asked.resolve(undefined)
    else if (asked.tries === triesMax || !mayBeCulprit)
      asked.reject(new Error('the threads that answered this read have ended'))
    else give(leastOf([...threads].filter(({ isReady }) => isReady)) ?? leastOf([...threads]) ?? start(), asked)
  }

  function give(thread: Thread, asked: Asked): void {
    clearTimeout(thread.idle)
    count += 1
    thread.open.set(count, asked)
    thread.worker.postMessage({ number: count, ...asked.question })
  }

  /** Starts another thread if the present ones have too much to do. */
  function startAnother(least: Thread | undefined): void {
    const isEnough = least ? least.open.size < openPerThread : !load.isBusy()
    if (isEnough || threads.size >= threadsMax || performance.now() < restsUntilMs) return
    if ([...threads].every(({ isReady }) => isReady)) start()
  }

  async function end(thread: Thread): Promise<void> {
    threads.delete(thread)
    const { worker, ended } = thread
    // Keeps the process alive until the thread has closed its connections.
    worker.ref()
    worker.postMessage('end')
    const cut = setTimeout(() => void worker.terminate(), endMsMax)
    await ended
    clearTimeout(cut)
  }

  return {
    async ask(question) {
      if (isClosed) return undefined
      const least = leastOf([...threads].filter(({ isReady }) => isReady))
      startAnother(least)
      if (!least) return undefined
      return new Promise((resolve, reject) => give(least, { question, tries: 0, resolve, reject }))
    },
    count: () => threads.size,
    async close() {
      isClosed = true
      load.stop()
      await Promise.all([...threads].map(end))
    },
  }
}

const leastOf = (threads: readonly Thread[]): Thread | undefined =>
  threads.reduce<Thread | undefined>(
    (least, each) => (least && least.open.size <= each.open.size ? least : each),
    undefined,
  )

/** Measures how much of its time the main thread works. */
function watchLoad(): { isBusy(): boolean; stop(): void } {
  let before = performance.eventLoopUtilization()
  let share = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, before).utilization
    before = now
  }, busyCheckMs).unref()
  return { isBusy: () => share > busyShare, stop: () => clearInterval(timer) }
}

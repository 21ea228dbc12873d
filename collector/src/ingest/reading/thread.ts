import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Packed } from '@rollcall/shared/node/unpack.ts'
import { errorOf, type Failure, type Jobs, type Kind } from './jobs.ts'

/** A body to be read by a thread. */
export type Question = { [K in Kind]: { kind: K; packed: Packed; input: Jobs[K]['input'] } }[Kind]
export type NumberedQuestion = Question & { number: number }

/** `isLarge`: the body exceeds this thread's limit, and nothing of it was parsed. */
export type Answer = { number: number } & ({ output: unknown } | { failure: Failure } | { isLarge: true })
export type Outcome = { output: unknown } | { isLarge: true } | { error: unknown }

/** Limits of a thread's kind of work. */
export type ThreadLimits = {
  isLarge: boolean
  heapMaxMb: number
  /** A body that takes longer is stopped together with its thread. */
  stopAfterMs: number
}

/** Data for a starting thread. `current` holds the number of the question in progress. */
export type ThreadData = { isLarge: boolean; current: Int32Array }

/** Reason why a thread ended before it had answered. `culprit` is the question in progress. */
export type Broken = { culprit: number; reason: 'too slow' | 'out of memory' | 'a defect'; error?: unknown }

export type ReadingThread = {
  /** Set once the thread has started. Questions before that wait for the start too. */
  readonly isReady: boolean
  /** Set once the thread ends. A request after that would get no answer. */
  readonly isOver: boolean
  /** Number of unanswered questions. */
  readonly waiting: number
  request(question: Question, onOutcome: (outcome: Outcome | Broken, number: number) => void): void
  /** Ends the thread once every question is answered. */
  end(): Promise<void>
  ended: Promise<void>
}

export function startReadingThread({ isLarge, heapMaxMb, stopAfterMs }: ThreadLimits): ReadingThread {
  const current = new Int32Array(new SharedArrayBuffer(4))
  const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: heapMaxMb }
  const workerData: ThreadData = { isLarge, current }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits, workerData })
  worker.unref()
  const callbacks = new Map<number, (outcome: Outcome | Broken, number: number) => void>()
  let count = 0
  let batch: NumberedQuestion[] = []
  let isEnding = false
  let broken: Broken | undefined
  let stop: NodeJS.Timeout | undefined
  let isReady = false

  const watch = () => {
    clearTimeout(stop)
    if (callbacks.size === 0 || !isReady || broken) return
    stop = setTimeout(() => {
      const culprit = Atomics.load(current, 0)
      // The thread has not received its questions yet, so this time counts for none of them.
      if (!callbacks.has(culprit)) return watch()
      broken = { culprit, reason: 'too slow' }
      void worker.terminate()
    }, stopAfterMs).unref()
  }
  const endWhenDone = () => {
    if (isEnding && callbacks.size === 0) void worker.terminate()
  }
  const send = () => {
    // A body given to a thread that cannot begin would be lost.
    if (!isReady || batch.length === 0) return
    worker.postMessage(
      batch,
      batch.flatMap(({ packed }) => transferable(packed)),
    )
    batch = []
  }

  worker.on('message', (answers: Answer[]) => {
    if (!isReady) {
      isReady = true
      send()
    }
    for (const answer of answers) {
      const onOutcome = callbacks.get(answer.number)
      callbacks.delete(answer.number)
      onOutcome?.('failure' in answer ? { error: errorOf(answer.failure) } : answer, answer.number)
    }
    watch()
    endWhenDone()
  })
  worker.on('error', (error) => {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const culprit = Atomics.load(current, 0)
    broken ??= isMemory ? { culprit, reason: 'out of memory' } : { culprit, reason: 'a defect', error }
  })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const ended = exited.then(() => {
    clearTimeout(stop)
    const error = new Error('the reading thread has ended')
    broken ??= { culprit: Atomics.load(current, 0), reason: 'a defect', error }
    for (const [number, onOutcome] of [...callbacks]) {
      callbacks.delete(number)
      onOutcome(broken, number)
    }
  })

  return {
    get isReady() {
      return isReady
    },
    get isOver() {
      return isEnding || broken !== undefined
    },
    get waiting() {
      return callbacks.size
    },
    ended,
    request(question, onOutcome) {
      count += 1
      callbacks.set(count, onOutcome)
      if (callbacks.size === 1) watch()
      // Questions of one turn of the event loop are sent as one message.
      if (batch.push({ number: count, ...question }) === 1) setImmediate(send)
    },
    async end() {
      isEnding = true
      // Keeps the process alive for a caller that waits for the end.
      worker.ref()
      endWhenDone()
      await ended
    },
  }
}

/** A larger body is transferred without a copy. A smaller one may be read again, or shares memory with others. */
const copiedBytesMax = 2 * 1024 * 1024

function transferable({ bytes }: Packed): ArrayBuffer[] {
  const { buffer, length } = bytes
  return length > copiedBytesMax && buffer.byteLength === length && buffer instanceof ArrayBuffer ? [buffer] : []
}

/** True when the bytes of a question were transferred to a thread, and are gone here. */
export const isTransferred = ({ packed: { bytes } }: Question): boolean =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.detached

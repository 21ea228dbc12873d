import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Packed } from '@rollcall/shared/node/unpack.ts'
import { errorOf, type Failure, type Jobs, type Kind } from './jobs.ts'

/** A body to be read by a thread. */
export type Question = { [K in Kind]: { kind: K; packed: Packed; input: Jobs[K]['input'] } }[Kind]
export type NumberedQuestion = Question & { number: number }

/** `isLarge`: it is more than this thread takes, and nothing of it was parsed. */
export type Answer = { number: number } & ({ output: unknown } | { failure: Failure } | { isLarge: true })
export type Outcome = { output: unknown } | { isLarge: true } | { error: unknown }

/** The bounds of a thread's kind of work. */
export type ThreadLimits = {
  isLarge: boolean
  heapMaxMb: number
  /** A body that takes longer is stopped, and the thread with it. */
  stopAfterMs: number
}

/** What a thread is told when it begins; `current` holds the number of the question that it is at. */
export type ThreadData = { isLarge: boolean; current: Int32Array }

/** Why a thread ended before it had answered. `culprit`: the question that it was at. */
export type Broken = { culprit: number; reason: 'too slow' | 'out of memory' | 'a defect'; error?: unknown }

export type ReadingThread = {
  /** Whether it has begun: until then a question waits for that as well. */
  readonly isReady: boolean
  /** Whether it ends, or has ended: a question asked now would get no answer. */
  readonly isOver: boolean
  /** Questions that are not answered. */
  readonly waiting: number
  ask(question: Question, onOutcome: (outcome: Outcome | Broken, number: number) => void): void
  /** Ends it when all is answered. */
  end(): Promise<void>
  ended: Promise<void>
}

export function startReadingThread({ isLarge, heapMaxMb, stopAfterMs }: ThreadLimits): ReadingThread {
  const current = new Int32Array(new SharedArrayBuffer(4))
  const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: heapMaxMb }
  const workerData: ThreadData = { isLarge, current }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits, workerData })
  worker.unref()
  const asked = new Map<number, (outcome: Outcome | Broken, number: number) => void>()
  let count = 0
  let batch: NumberedQuestion[] = []
  let isEnding = false
  let broken: Broken | undefined
  let stop: NodeJS.Timeout | undefined
  let isReady = false

  const watch = () => {
    clearTimeout(stop)
    if (asked.size === 0 || !isReady || broken) return
    stop = setTimeout(() => {
      const culprit = Atomics.load(current, 0)
      // The thread has not received its questions yet: this time is nobody's.
      if (!asked.has(culprit)) return watch()
      broken = { culprit, reason: 'too slow' }
      void worker.terminate()
    }, stopAfterMs).unref()
  }
  const endWhenDone = () => {
    if (isEnding && asked.size === 0) void worker.terminate()
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
      const onOutcome = asked.get(answer.number)
      asked.delete(answer.number)
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
    for (const [number, onOutcome] of [...asked]) {
      asked.delete(number)
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
      return asked.size
    },
    ended,
    ask(question, onOutcome) {
      count += 1
      asked.set(count, onOutcome)
      if (asked.size === 1) watch()
      // What comes in one turn of the event loop goes over as one message.
      if (batch.push({ number: count, ...question }) === 1) setImmediate(send)
    },
    async end() {
      isEnding = true
      // Whoever waits for its end is not to end before.
      worker.ref()
      endWhenDone()
      await ended
    },
  }
}

/** What is larger goes to the thread without a copy. A smaller one may be read again, or is a part of memory that others use. */
const copiedBytesMax = 2 * 1024 * 1024

function transferable({ bytes }: Packed): ArrayBuffer[] {
  const { buffer, length } = bytes
  return length > copiedBytesMax && buffer.byteLength === length && buffer instanceof ArrayBuffer ? [buffer] : []
}

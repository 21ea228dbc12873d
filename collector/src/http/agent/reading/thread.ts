import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Answer, errorOf, type Question } from './questions.ts'
import type { Reading } from './read-snapshot.ts'

export type ReadingThread = {
  read(question: Omit<Question, 'number'>): Promise<Reading>
  /** When it is there no more, also by a fault. */
  ended: Promise<void>
  /** Ends it when all is answered. */
  end(): Promise<void>
}

type Waiting = { resolve: (reading: Reading) => void; reject: (error: unknown) => void }

export function startReadingThread(): ReadingThread {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let batch: Question[] = []
  let isEnding = false
  const endWhenDone = () => {
    if (isEnding && waiting.size === 0) void worker.terminate()
  }

  worker.on('message', (answers: Answer[]) => {
    for (const { number, ...answer } of answers) {
      const asker = waiting.get(number)
      waiting.delete(number)
      if ('reading' in answer) asker?.resolve(answer.reading)
      else asker?.reject(errorOf(answer.failure))
    }
    endWhenDone()
  })
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', failAll)
  const ended = once(worker, 'exit').then(() => failAll(new Error('the thread that reads snapshots has ended')))

  return {
    ended,
    read: (question) =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        // What comes in one turn of the event loop goes over as one message.
        if (batch.push({ number: asked, ...question }) > 1) return
        setImmediate(() => {
          worker.postMessage(batch)
          batch = []
        })
      }),
    async end() {
      isEnding = true
      // Whoever waits for its end is not to end before.
      worker.ref()
      endWhenDone()
      await ended
    },
  }
}

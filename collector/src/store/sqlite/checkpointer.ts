import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CheckpointRequest } from './checkpoint-thread.ts'

/**
 * Pages of the log, 16 MB, after which they are moved to the database: a page that many commits change, such as one of
 * an index, is moved only once.
 */
const checkpointPages = 4_000

/** The thread ends after it was idle for this long. */
const idleMs = 5_000

type Checkpointer = {
  /** To be called after each commit. */
  committed(): void
  /** Moves the log even if it is short, for example if the disk has no room for a longer one. */
  moveNow(): void
  close(): Promise<void>
}

type Log = {
  /** Path of the database. */
  path: string
  pages(): number
  /** Runs `fn` while there are no writes. undefined if the store is closed before that. */
  between<R>(fn: () => Promise<R>): Promise<R | undefined>
  /** Called with the reason if the log could not be moved. */
  onError(error: unknown): void
}

/**
 * Moves the write-ahead log to the database in a thread. SQLite would do it within a commit, and the event loop would
 * wait for thousands of pages and two syncs of the disk.
 */
export function createCheckpointer(log: Log): Checkpointer {
  let thread: ReturnType<typeof startThread> | undefined
  let idle: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  /** A reader may keep the log from starting again: then it keeps its length and continues. */
  let movedPages = 0

  const run = async () => {
    clearTimeout(idle)
    try {
      thread ??= startThread(log.path)
      const { checkpoint } = thread
      await checkpoint()
      // Moves the pages written in between, so that the log is moved as a whole and starts again with the next commit.
      const pages = await log.between(async () => {
        await checkpoint()
        return log.pages()
      })
      movedPages = pages ?? movedPages
    } catch (error) {
      // The log grows. The next attempt follows when as much has come once more.
      log.onError(error)
      movedPages = (await log.between(async () => log.pages())) ?? movedPages
      await endThread()
    }
    idle = setTimeout(endThread, idleMs).unref()
  }
  const endThread = async () => {
    const ended = thread
    thread = undefined
    await ended?.end()
  }

  const begin = () => {
    running ??= run().finally(() => {
      running = undefined
    })
  }

  return {
    moveNow: begin,
    committed() {
      if (running) return
      const pages = log.pages()
      if (pages < movedPages) movedPages = 0
      if (pages - movedPages < checkpointPages) return
      begin()
    },
    async close() {
      await running
      clearTimeout(idle)
      await endThread()
    },
  }
}

function startThread(path: string) {
  const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: path })
  worker.unref()
  // A fault of the idle thread shows as its end.
  let fault: unknown = new Error('the thread has ended')
  worker.on('error', (error) => {
    fault = error
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const send = (request: CheckpointRequest) => worker.postMessage(request)
  return {
    /** Rejects if the thread ends or SQLite reports an error. */
    async checkpoint(): Promise<void> {
      send('checkpoint')
      await Promise.race([once(worker, 'message'), ended.then(() => Promise.reject(fault))])
    },
    async end(): Promise<void> {
      // Keeps the process alive for a caller that waits for the end.
      worker.ref()
      send('end')
      await ended
    },
  }
}

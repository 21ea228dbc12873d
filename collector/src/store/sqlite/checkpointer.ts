import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CheckpointRequest } from './checkpoint-thread.ts'

/**
 * Pages of the log after which they are moved to the database, 16 MB: what many commits change, as the pages of an index,
 * is moved but once.
 */
const checkpointPages = 4_000

/** The thread ends when for so long there was nothing to move. */
const idleMs = 5_000

export type Checkpointer = {
  /** To be called after each commit. */
  committed(): void
  /** Moves the log also when it is short, as where the disk has no room for a longer one. */
  moveNow(): void
  close(): Promise<void>
}

type Log = {
  /** Of the database. */
  path: string
  pages(): number
  /** Runs `fn` while nobody writes; undefined where the store is closed meanwhile. */
  between<R>(fn: () => Promise<R>): Promise<R | undefined>
  /** Called with why the log could not be moved. */
  onError(error: unknown): void
}

/**
 * Moves the write-ahead log to the database in a thread, where SQLite would do it within a commit, and the event loop
 * wait for thousands of pages and two syncs of the disk.
 */
export function createCheckpointer(log: Log): Checkpointer {
  let thread: ReturnType<typeof startThread> | undefined
  let idle: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  /** A reader may keep the log from beginning anew: then it is as long as before, and goes on. */
  let movedPages = 0

  const run = async () => {
    clearTimeout(idle)
    try {
      thread ??= startThread(log.path)
      const { checkpoint } = thread
      await checkpoint()
      // What was written meanwhile, so that the log is moved as a whole, and begins anew with the next commit.
      const pages = await log.between(async () => {
        await checkpoint()
        return log.pages()
      })
      movedPages = pages ?? movedPages
    } catch (error) {
      // The log grows, and it is tried again when as much has come once more.
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
  // What it fails of while nobody waits for it comes out as its end.
  let fault: unknown = new Error('the thread has ended')
  worker.on('error', (error) => {
    fault = error
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const ask = (request: CheckpointRequest) => worker.postMessage(request)
  return {
    /** Rejects when the thread ends, or SQLite tells of an error. */
    async checkpoint(): Promise<void> {
      ask('checkpoint')
      await Promise.race([once(worker, 'message'), ended.then(() => Promise.reject(fault))])
    },
    async end(): Promise<void> {
      // Whoever waits for its end is not to end before.
      worker.ref()
      ask('end')
      await ended
    },
  }
}

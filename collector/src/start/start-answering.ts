import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type AnsweringThreads, createAnsweringThreads } from '../http/answering/threads.ts'
import type { CollectorConfig } from '../operations/config.ts'
import { StoreFailedError } from '../store/unavailable.ts'
import type { AnsweringThreadData } from './answering-thread.ts'
import { storeListener } from './stop-after-disk-failure.ts'

/** Heap of one thread, in MiB: far more than the largest answer takes. */
const heapMaxMb = 512

/** Prepares the threads that answer reads beside the main thread. Undefined if it is to be the only one. */
export function startAnswering(config: CollectorConfig, log: Logger): AnsweringThreads | undefined {
  if (config.threads === 1) return undefined
  const workerData: AnsweringThreadData = { store: config.store, logLevel: config.logLevel }
  return createAnsweringThreads({
    threadsMax: config.threads - 1,
    log,
    startWorker: () =>
      new Worker(new URL('./answering-thread.ts', import.meta.url), {
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
      }),
    onStoreFailure: (reason) => storeListener(log).onFailure(new StoreFailedError(reason)),
  })
}

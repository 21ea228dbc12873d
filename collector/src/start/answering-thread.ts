import { parentPort, workerData } from 'node:worker_threads'
import { createLog } from '@rollcall/shared/node/log.ts'
import type { FromThread } from '../http/answering/messages.ts'
import { serveQuestions } from '../http/answering/serve-questions.ts'
import { openStoreForReads, type StoreOptions } from '../store/open.ts'
import { answeringDeps } from './answering-deps.ts'

/** Data for a starting thread. */
export type AnsweringThreadData = { store: StoreOptions; logLevel: string }

/** Thread that answers reads of the API with its own connections to the database. */
const port = parentPort
if (!port) throw new Error('this is a thread of the collector')
const { store: options, logLevel } = workerData as AnsweringThreadData
const log = createLog('collector', logLevel)
// A failure to open the database ends the thread.
void openStoreForReads(options, {
  // The main thread detects outages and reports them.
  onOutage: () => undefined,
  onRecovery: () => undefined,
  onFailure: ({ message }) => port.postMessage({ failure: message } satisfies FromThread),
}).then((store) => serveQuestions(port, answeringDeps(store, log), () => store.close()))

import { setTimeout as pause } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import type { SystemContext } from '../../lib/context.ts'
import { answeringDeps } from '../../start/answering-deps.ts'
import { openStoreForReads } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { optionsOf } from '../../store/testing/stores.ts'
import type { FromThread, Question, ToThread } from '../answering/messages.ts'
import { serveQuestions } from '../answering/serve-questions.ts'
import { type AnsweringThreads, type AnsweringWorker, createAnsweringThreads } from '../answering/threads.ts'

/**
 * For tests: answers reads as with two threads if ROLLCALL_THREADS is 2, so that every test of a route can be run with
 * them. The routes run in the same process, behind a port, with a database of their own to read.
 */
export async function answeringOf(ctx: SystemContext): Promise<AnsweringThreads | undefined> {
  return process.env['ROLLCALL_THREADS'] === '2' ? startAnswering(ctx) : undefined
}

/** For tests: starts one answering thread. It is closed with the store. */
export async function startAnswering(
  { store, log }: SystemContext,
  startWorker = () => portWorker(store, log),
): Promise<AnsweringThreads> {
  const answering = createAnsweringThreads({
    threadsMax: 1,
    log,
    isBusy: () => true,
    startWorker,
    onStoreFailure: (reason) => log.fatal(reason),
  })
  const { close } = store
  store.close = async () => {
    await answering.close()
    await close()
  }
  // The main thread answers until the thread is ready.
  while ((await answering.ask(nothing)) === undefined) await pause(1)
  return answering
}

const nothing: Question = {
  method: 'GET',
  url: 'https://collector.example/api/v1/nothing',
  headers: [],
  requestId: 'start',
  nowMs: 0,
  caller: undefined,
  session: undefined,
}

/** For tests: a worker without a thread. */
export function portWorker(store: Store, log: SystemContext['log']): AnsweringWorker {
  const { port1, port2 } = new MessageChannel()
  const options = optionsOf.get(store)
  if (!options) throw new Error('the store was not opened by describeOnBothEngines')
  void openStoreForReads(options).then((reading) => serveQuestions(port2, answeringDeps(reading, log), reading.close))
  return {
    postMessage: (message: ToThread) => port1.postMessage(message),
    on: (event: string, listener: (message: FromThread) => void) =>
      port1.on(event === 'exit' ? 'close' : event, listener),
    ref: () => port1.ref(),
    unref: () => port1.unref(),
    terminate: () => port1.close(),
  }
}

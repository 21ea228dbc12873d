import { AsyncLocalStorage } from 'node:async_hooks'
import type { MessagePort } from 'node:worker_threads'
import { bodyBudgetLimits, createBodyBudget } from '../agent/body-budget.ts'
import { errorMapper } from '../answers/problem.ts'
import type { App, HttpDeps } from '../environment.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { countCall } from '../middleware/count-call.ts'
import { notFound } from '../middleware/not-found.ts'
import { requestId } from '../middleware/request-id.ts'
import { newApp } from '../openapi/new-app.ts'
import { v1Routes } from '../v1/v1-routes.ts'
import type { FromThread, Question, ToThread } from './messages.ts'

/** State of one question while it is answered. */
type Current = { nowMs: number; isForMain: boolean }

const current = new AsyncLocalStorage<Current>()

/** Returns the time of the request that is being answered: the main thread's clock is the only one that is checked. */
export const timeOfQuestion = (): Date => new Date(current.getStore()?.nowMs ?? Date.now())

class OnlyOnMainError extends Error {}

/** Throws. The main thread then answers the question, whatever becomes of the error here. */
export function onlyOnMain(): never {
  leaveToMain()
  throw new OnlyOnMainError('only the main thread can do this')
}

function leaveToMain(): void {
  const question = current.getStore()
  if (question) question.isForMain = true
}

/**
 * Stands for a dependency that only the main thread has. The main thread answers a question that uses it, so that no
 * list of such routes is needed.
 */
export const absentHere = <T extends object>(): T => new Proxy({}, { get: onlyOnMain }) as T

/** Answers the questions that arrive at a port until the port is closed. `close` is called at the end. */
export function serveQuestions(port: MessagePort, deps: HttpDeps, close: () => Promise<void>): void {
  const app = createAnsweringApp(deps)
  const toProblem = errorMapper(deps.system.log)
  app.onError((error, c) => {
    // Work that several questions share fails for each of them.
    if (!(error instanceof OnlyOnMainError)) return toProblem(error, c)
    leaveToMain()
    return c.body(null, 503)
  })
  const post = (message: FromThread, transferred: ArrayBuffer[] = []) => port.postMessage(message, transferred)

  async function answer(number: number, question: Question): Promise<void> {
    const { method, url, headers, requestId, nowMs, caller, session } = question
    const state: Current = { nowMs, isForMain: false }
    const response = await current.run(state, () =>
      app.fetch(new Request(url, { method, headers }), { requestId, part: { caller, session } }),
    )
    // A stream would be read for ever. The main thread has them all.
    const body = state.isForMain ? undefined : new Uint8Array(await current.run(state, () => response.arrayBuffer()))
    if (!body || state.isForMain) return post({ number, isForMain: true })
    post({ number, status: response.status, headers: [...response.headers], body }, [body.buffer])
  }

  port.on('message', (message: ToThread) => {
    if (message === 'end') void close().then(() => port.close())
    else void answer(message.number, message)
  })
  post('ready')
}

/** Creates the routes of `/api/v1` for calls that the main thread has admitted. The caller adds the mapping of errors. */
function createAnsweringApp(deps: HttpDeps): App {
  const app = newApp()
  app.use(requestId)
  app.use('/api/v1/*', countCall(deps), authenticate(deps))
  v1Routes(app, deps, createBodyBudget(bodyBudgetLimits))
  app.notFound(notFound(app))
  return app
}

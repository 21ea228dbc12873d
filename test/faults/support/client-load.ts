import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '@rollcall/shared/errors.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { browserSession } from '../../harness/browser-session.ts'
import { openSse, type SseConnection } from '../../harness/sse.ts'
import type { Collectors } from './collectors.ts'

/** Between two requests of a client. */
const pauseMs = 200
/** Before a client opens a lost event stream again. */
const reconnectMs = 500

/** Requests of one client, one after the other until it is stopped. */
export type Load = {
  /** Number of requests that were answered as expected. */
  done: () => number
  /** Reasons of the others. */
  failures: string[]
  stop: () => Promise<void>
}

/** Repeats a request. It resolves with the reason if it failed. */
function repeat(request: () => Promise<string | undefined>): Load {
  const stopping = new AbortController()
  const failures: string[] = []
  let done = 0
  const run = async () => {
    while (!stopping.signal.aborted) {
      const failure = await request().catch(messageOf)
      if (failure === undefined) done += 1
      else failures.push(failure)
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    done: () => done,
    failures,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const unless = (wanted: number, { status, body }: { status: number; body: Buffer }): string | undefined =>
  status === wanted ? undefined : `${status} ${body.toString('utf8').slice(0, 500)}`

/** Reads a path of the API again and again. */
export const readRepeatedly = (api: ApiClient, path: string): Load =>
  repeat(async () => unless(200, await api.get(path)))

/** A person who signs in once, and whose page asks for its user again and again. */
export async function staySignedIn({ api, facts }: Collectors): Promise<Load> {
  const browser = browserSession(api, facts.url)
  const failure = unless(200, await browser.signIn(facts.username, facts.password))
  if (failure !== undefined) throw new Error(`the person could not sign in: ${failure}`)
  return repeat(async () => unless(200, await browser.send('GET', '/api/v1/me')))
}

/** Creates tags. A request that fails is not repeated, because the tag may exist. */
export function createTagAfterTag(api: ApiClient): Load & { created: string[] } {
  const created: string[] = []
  let number = 0
  const load = repeat(async () => {
    number += 1
    const name = `tag ${number}`
    const failure = unless(201, await api.post('/api/v1/tags', { name }))
    if (failure === undefined) created.push(name)
    return failure
  })
  return { ...load, created }
}

/** Listens to edits. Like a browser, it opens a lost stream again behind the last event. Resolves when it is open. */
export async function listen({ facts, token }: Collectors) {
  const ca = await readFile(facts.caFile, 'utf8')
  const ids: string[] = []
  const failures: string[] = []
  let isStopping = false
  let open: SseConnection | undefined
  const connect = async () => {
    const last = ids.at(-1)
    const headers = last === undefined ? {} : { 'Last-Event-ID': last }
    open = await openSse(`${facts.url}/api/v1/events?types=record.edited`, { ca, token, headers })
    if (open.status !== 200) failures.push(`the event stream answered ${open.status}`)
    return open
  }
  const follow = async (connection: SseConnection) => {
    for await (const { id } of connection.events) ids.push(id)
  }
  const run = async (first: SseConnection) => {
    // A stream that is cut off ends with an error.
    await follow(first).catch(() => undefined)
    while (!isStopping) {
      await delay(reconnectMs)
      await connect()
        .then(follow)
        .catch(() => undefined)
    }
  }
  const running = run(await connect())
  return {
    /** Ids of the events, in the order in which they came. */
    ids,
    failures,
    stop: async () => {
      isStopping = true
      open?.close()
      await running
    },
  }
}

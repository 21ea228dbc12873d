import type { Api, AuditedDeviceList, AuditedDeviceQuery, Event, Task } from './api.ts'
import { attempt } from './attempts.ts'
import { RollcallError } from './errors.ts'
import { readEvents } from './server-sent-events.ts'
import { tokenSource } from './tokens.ts'
import type { Answer, CallOptions, Item, ListPath, Method, OptionsOf, PathWith } from './types.ts'
import { sleep, waitMsBefore } from './waits.ts'

export type ClientOptions = {
  /** Address of the collector, such as `https://collector.example:8443`. */
  url: string
  /** Client ID and secret of an App registration. */
  clientId: string
  clientSecret: string
  /** Site of every call. Default: the current site of the App registration. */
  siteId?: string
  /** Limit of one attempt. Default: 30,000. */
  timeoutMs?: number
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

// Options of any call, beyond those that its path and method have.
type AnyOptions = CallOptions & { path?: object; query?: object; body?: unknown }
type StreamOptions = Pick<CallOptions, 'siteId' | 'signal'> & {
  /** Id of the last event that was processed. Default: the stream starts with the next event. */
  after?: string
}

/** Errors of a stream that may pass: it is opened again. */
const isTemporary = ({ status }: RollcallError): boolean => status === 429 || status >= 500
const pageSize = 1_000
const idempotent = ['GET', 'DELETE']

/** Creates a client of one collector, which gets and renews its token. */
export function createClient({
  url,
  siteId,
  timeoutMs = 30_000,
  fetch = globalThis.fetch,
  ...credentials
}: ClientOptions) {
  const baseUrl = new URL(url.endsWith('/') ? url : `${url}/`)
  if (baseUrl.protocol !== 'https:') throw new TypeError(`url must begin with https://, not ${baseUrl.protocol}//`)
  const tokens = tokenSource(fetch, baseUrl, credentials)

  /** Makes a call with a token. A token that was refused is renewed once. */
  async function call<T>(
    method: string,
    path: string,
    options: AnyOptions,
    read: (response: Response) => Promise<T> | T,
  ) {
    const { signal, body } = options
    const headers = new Headers({ Accept: 'application/json', ...options.headers })
    const site = options.siteId ?? siteId
    if (site !== undefined) headers.set('X-Site-Id', site)
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const target = targetOf(baseUrl, path, options)
    const limits = { timeoutMs: options.timeoutMs ?? timeoutMs, isIdempotent: idempotent.includes(method) }
    for (let isFirst = true; ; isFirst = false) {
      const token = await tokens.get(signal)
      headers.set('Authorization', `Bearer ${token}`)
      const sent = { ...limits, method, url: target, headers, signal }
      try {
        return await attempt(fetch, body === undefined ? sent : { ...sent, body: JSON.stringify(body) }, read)
      } catch (error) {
        if (!(error instanceof RollcallError) || error.status !== 401 || !isFirst) throw error
        tokens.discard(token)
      }
    }
  }

  const calls =
    <M extends Method>(method: M) =>
    <P extends PathWith<M>>(path: P, ...options: OptionsOf<P, M>): Promise<Answer<P, M>> =>
      call(method.toUpperCase(), path, (options[0] ?? {}) as AnyOptions, async (response) => ({
        data: (await dataOf(response)) as Answer<P, M>['data'],
        status: response.status,
        headers: response.headers,
        etag: response.headers.get('ETag') ?? undefined,
      }))
  const get = calls('get')
  const post = calls('post')

  /** Keeps a stream open, and yields the data of each event once. */
  async function* stream(path: string, { after, ...options }: StreamOptions & AnyOptions): AsyncGenerator<unknown> {
    let lastId = after
    for (let failures = 1; ; failures += 1) {
      try {
        const headers = { Accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) }
        const response = await call('GET', path, { ...options, headers }, (answer) => answer)
        // The collector answers 204 after the last event of a task.
        if (response.status === 204 || response.body === null) return
        for await (const { id, data } of readEvents(response.body)) {
          failures = 1
          yield JSON.parse(data)
          if (id !== '') lastId = id
        }
      } catch (error) {
        if (options.signal?.aborted || (error instanceof RollcallError && !isTemporary(error))) throw error
      }
      await sleep(waitMsBefore(failures, undefined) ?? 0, options.signal)
    }
  }

  return {
    get,
    post,
    patch: calls('patch'),
    delete: calls('delete'),

    /** Makes a call and returns the answer as it is, such as CSV or a raw snapshot. */
    send: (method: string, path: keyof Api, options: AnyOptions = {}): Promise<Response> =>
      call(method, path, options, (response) => response),

    /** Yields all items of a list, page by page. */
    async *list<P extends ListPath>(path: P, ...options: OptionsOf<P, 'get'>): AsyncGenerator<Item<P>> {
      const { query, ...rest } = (options[0] ?? {}) as AnyOptions & { query?: { limit?: number; offset?: number } }
      let offset = query?.offset ?? 0
      for (;;) {
        const page = { limit: pageSize, ...query, offset }
        const { items, total } = (await call('GET', path, { ...rest, query: page }, dataOf)) as {
          items: Item<P>[]
          total: number
        }
        yield* items
        offset += items.length
        if (items.length === 0 || offset >= total) return
      }
    },

    /** Yields all audited devices of a site in the format of the older family. */
    async *auditedDevices(
      id: string,
      { body = {}, ...options }: CallOptions & { body?: AuditedDeviceQuery } = {},
    ): AsyncGenerator<AuditedDeviceList['data'][number]> {
      let offset: number | null = body.offset ?? 0
      while (offset !== null) {
        const sent = { ...options, path: { siteId: id }, body: { limit: pageSize, ...body, offset } }
        const page: AuditedDeviceList = (await post('/api/audit-data/sites/{siteId}', sent)).data
        yield* page.data
        offset = page.nextOffset
      }
    },

    /**
     * Yields the events of the site as they happen. After a broken connection it continues after the last event that was
     * processed. It ends only by `break` or `signal`.
     */
    events({ types, ...options }: StreamOptions & { types?: EventType[] } = {}): AsyncGenerator<Event> {
      const query = types ? { types: types.join(',') } : {}
      return stream('/api/v1/events', { ...options, query }) as AsyncGenerator<Event>
    },

    /** Yields the states of a task until it has ended. */
    taskEvents: (id: string, options: StreamOptions = {}): AsyncGenerator<Task> =>
      stream('/api/v1/tasks/{id}/events', { ...options, path: { id } }) as AsyncGenerator<Task>,
  }
}

export type Client = ReturnType<typeof createClient>

/** Type of an event, such as `device.added`. */
export type EventType = Event['type'] extends `rollcall.${infer Type}` ? Type : never

function targetOf(baseUrl: URL, path: string, { path: values = {}, query = {} }: AnyOptions): URL {
  const given = new Map<string, unknown>(Object.entries(values))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(given.get(name) ?? '')
    // A URL resolves dots, which would lead to another path.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`"${name}" of ${path} must be an id, not "${value}"`)
    return encodeURIComponent(value)
  })
  const target = new URL(filled.replace(/^\//, ''), baseUrl)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) target.searchParams.set(name, String(value))
  return target
}

async function dataOf(response: Response) {
  const type = response.headers.get('Content-Type') ?? ''
  if (response.status === 204 || response.status === 304) return undefined
  if (type.includes('json')) return response.json()
  return type.startsWith('text/') ? response.text() : new Uint8Array(await response.arrayBuffer())
}

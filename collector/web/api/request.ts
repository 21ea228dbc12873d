import { optional } from '@rollcall/shared/optional.ts'
import { offline, problemOf } from './problem.ts'
import { chosenSite } from './site.ts'

type QueryValue = string | number | boolean | undefined
export type Query = Readonly<Record<string, QueryValue>>
type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Query
  json?: unknown
  /** The ETag that what is changed must still have. */
  ifMatch?: string | undefined
  signal?: AbortSignal
  /** Sent to no site, which the API refuses where the caller is not bound to it. */
  ofNoSite?: true
}
/** A body with the ETag of the state it shows. */
export type Tagged<T> = { value: T; etag: string | undefined }

/** An address of the API; of the query what is undefined or empty is left out. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Calls the API with the session's cookie. Resolves to the body, undefined where there is none; rejects with an ApiError. */
export async function request<T>(path: string, call: Call = {}): Promise<T> {
  const answer = await send(path, call)
  return (answer.status === 204 ? undefined : await bodyOf(answer)) as T
}

export async function requestTagged<T>(path: string, call: Call = {}): Promise<Tagged<T>> {
  const answer = await send(path, call)
  return { value: (await bodyOf(answer)) as T, etag: answer.headers.get('ETag') ?? undefined }
}

export async function send(
  path: string,
  { method = 'GET', query, json, ifMatch, signal, ofNoSite }: Call = {},
): Promise<Response> {
  const siteId = ofNoSite ? undefined : chosenSite()
  const answer = await fetch(addressOf(path, query), {
    method,
    credentials: 'same-origin',
    headers: {
      ...optional({ 'X-Site-Id': siteId }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...optional({ 'If-Match': ifMatch }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(signal ? { signal } : {}),
  }).catch(notReached)
  if (!answer.ok) throw await problemOf(answer)
  return answer
}

/** Its connection may be cut in the middle of it, and what stands between may have written it. */
const bodyOf = (answer: Response): Promise<unknown> => answer.json().catch(notReached)

function notReached(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : offline()
}

/** Saves what is at an address as a file, with the session's site, which a plain link cannot name. */
export async function download(path: string, query: Query, fileName: string): Promise<void> {
  const answer = await send(path, { query })
  const url = URL.createObjectURL(await answer.blob().catch(notReached))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

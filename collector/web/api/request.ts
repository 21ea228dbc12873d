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
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

export async function requestTagged<T>(path: string, call: Call = {}): Promise<Tagged<T>> {
  const answer = await send(path, call)
  return { value: (await answer.json()) as T, etag: answer.headers.get('ETag') ?? undefined }
}

export async function send(
  path: string,
  { method = 'GET', query, json, ifMatch, signal }: Call = {},
): Promise<Response> {
  const siteId = chosenSite()
  const answer = await fetch(addressOf(path, query), {
    method,
    credentials: 'same-origin',
    headers: {
      ...(siteId === undefined ? {} : { 'X-Site-Id': siteId }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw offline()
  })
  if (!answer.ok) throw await problemOf(answer)
  return answer
}

/** Saves what is at an address as a file, with the session's site, which a plain link cannot name. */
export async function download(path: string, query: Query, fileName: string): Promise<void> {
  const answer = await send(path, { query })
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

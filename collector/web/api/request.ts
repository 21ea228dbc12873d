import { optional } from '@rollcall/shared/optional.ts'
import { offline, problemOf } from './problem.ts'
import { chosenSite } from './site.ts'

type QueryValue = string | number | boolean | undefined
export type Query = Readonly<Record<string, QueryValue>>
type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Query
  json?: unknown
  /** The ETag that the resource must still have. */
  ifMatch?: string | undefined
  signal?: AbortSignal
  /** Sends no site. The API refuses a site to which the caller is not bound. */
  ofNoSite?: true
}
/** A body with its ETag. */
export type Tagged<T> = { value: T; etag: string | undefined }

/** Builds an address of the API. Query values that are undefined or empty are left out. */
function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/**
 * Calls the API with the session's cookie. Resolves to the body, or to undefined without one; rejects with an ApiError.
 */
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

/** Reads the body. The connection may break in the middle, or a proxy may have sent something else. */
const bodyOf = (answer: Response): Promise<unknown> => answer.json().catch(notReached)

function notReached(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : offline()
}

/** Saves an address as a file. Sends the session's site, which a plain link cannot. */
export async function download(path: string, query: Query, fileName: string): Promise<void> {
  const answer = await send(path, { query })
  saveFile(await answer.blob().catch(notReached), fileName)
}

/** Offers data as a file to save. */
export function saveFile(data: Blob, fileName: string): void {
  const url = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

import { readFile } from 'node:fs/promises'
import { createClient, type HttpRequest } from '@rollcall/shared/node/pinned-client.ts'
import { z } from 'zod'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** The body as JSON; throws when it is none. */
  json: () => unknown
}

export type CallOptions = {
  headers?: Record<string, string>
  /** Sent as it is when text or bytes, else as JSON with that Content-Type. */
  body?: unknown
  /** Another token than the client's own; null sends none. */
  token?: string | null
}

/** Calls one collector and trusts nothing but its CA. Every answer is a result, whatever its status. */
export type ApiClient = {
  call: (method: HttpRequest['method'], path: string, options?: CallOptions) => Promise<Answer>
  get: (path: string, options?: CallOptions) => Promise<Answer>
  post: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  /** GET that must answer 200 with what the schema says. */
  read: <T extends z.ZodType>(path: string, schema: T) => Promise<z.output<T>>
  /** POST that must answer 200, 201 or 202 with what the schema says. */
  create: <T extends z.ZodType>(path: string, body: unknown, schema: T) => Promise<z.output<T>>
}

export type ClientCredentials = { clientId: string; clientSecret: string }

const tokenSchema = z.object({ access_token: z.string() })

/** A client with a token of the App registration; without one it sends none. */
export async function connectApi(
  { url, caFile }: { url: string; caFile: string },
  credentials?: ClientCredentials,
): Promise<ApiClient> {
  const http = createClient({ url, caPem: await readFile(caFile, 'utf8') })
  let ownToken: string | undefined

  const call: ApiClient['call'] = async (method, path, { headers = {}, body, token = ownToken ?? null } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const answer = await http({
      method,
      path,
      headers: {
        ...(body === undefined || isRaw ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    })
    return { ...answer, json: () => JSON.parse(answer.body.toString('utf8')) as unknown }
  }
  if (credentials !== undefined) ownToken = await fetchToken(call, credentials)

  return {
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, ...(body === undefined ? {} : { body }) }),
    read: async (path, schema) => parsed(await call('GET', path), [200], `GET ${path}`, schema),
    create: async (path, body, schema) =>
      parsed(await call('POST', path, { body }), [200, 201, 202], `POST ${path}`, schema),
  }
}

/** An access token by the client credentials grant (RFC 6749 section 4.4). */
export async function fetchToken(call: ApiClient['call'], credentials: ClientCredentials): Promise<string> {
  const answer = await call('POST', '/api/oauth/token', {
    token: null,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }).toString(),
  })
  return parsed(answer, [200], 'the token request', tokenSchema).access_token
}

function parsed<T extends z.ZodType>(answer: Answer, statuses: number[], what: string, schema: T): z.output<T> {
  if (!statuses.includes(answer.status)) {
    throw new Error(`${what} answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 2000)}`)
  }
  return schema.parse(answer.json())
}

import type { TokenResponse } from './api.ts'
import { attempt } from './attempts.ts'
import { abortable } from './waits.ts'

type Credentials = { clientId: string; clientSecret: string }

/** Time before its end at which a token is renewed: a call on its way must not arrive with an expired one. */
const renewBeforeMs = 60_000
const timeoutMs = 30_000

/** Gets tokens with the client credentials of an App registration, and renews them: one request at a time, for all calls. */
export function tokenSource(fetch: typeof globalThis.fetch, baseUrl: URL, { clientId, clientSecret }: Credentials) {
  let current: { token: string; renewAt: number } | undefined
  let pending: Promise<string> | undefined

  async function request(): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const headers = new Headers({ 'Content-Type': 'application/x-www-form-urlencoded' })
    const url = new URL('api/oauth/token', baseUrl)
    const call = { method: 'POST', url, headers, body: form.toString(), timeoutMs, isIdempotent: true }
    const answer = await attempt(fetch, call, (response) => response.json() as Promise<TokenResponse>)
    const lifetimeMs = answer.expires_in * 1_000
    current = {
      token: answer.access_token,
      renewAt: performance.now() + lifetimeMs - Math.min(renewBeforeMs, lifetimeMs / 2),
    }
    return current.token
  }

  return {
    async get(signal?: AbortSignal): Promise<string> {
      if (current && performance.now() < current.renewAt) return current.token
      pending ??= request().finally(() => {
        pending = undefined
      })
      return abortable(pending, signal)
    },
    /** Forgets a token that was refused, unless it was renewed meanwhile. */
    discard(token: string): void {
      if (current?.token === token) current = undefined
    },
  }
}

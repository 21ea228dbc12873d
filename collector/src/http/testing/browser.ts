import { randomBytes } from 'node:crypto'
import { sessionCookieName } from '../../access/sign-in/session-token.ts'
import type { testApp } from './app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>
type Sent = { json?: unknown; headers?: Record<string, string> }

/** For tests: creates a browser with cookies, on a page of the collector. */
export function testBrowser({ call }: TestApp) {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, { json, headers }: Sent = {}) => {
    const answer = await call(method, path, {
      token: null,
      ...(json === undefined ? {} : { json }),
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        'User-Agent': 'Test browser',
        ...(cookies.size === 0 ? {} : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
    })
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    return answer
  }
  return {
    send,
    cookies,
    signIn: (username: string, password: string) =>
      send('POST', '/api/auth/sign-in/username', { json: { username, password } }),
    isSignedIn: () => cookies.has(sessionCookieName),
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (value === '' || attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}

export const somePassword = () => randomBytes(12).toString('base64url')

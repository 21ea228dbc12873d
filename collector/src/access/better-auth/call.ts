/** Header that gives better-auth the caller's address. The collector sets it, never the caller. */
export const addressHeader = 'x-rollcall-address'

/** The calling browser, as better-auth sees it. */
export type BrowserCall = {
  /** Origin of the collector as the browser addresses it. */
  origin: string
  /** The collector's own cookies. A session cookie is included only while the session lives. */
  cookie: string
  address: string
  userAgent: string
}

/** `cookies` are Set-Cookie headers. */
export type Answer = { status: number; body: Record<string, unknown>; location: string | null; cookies: string[] }

export type Endpoint = { path: string; method?: 'GET' | 'POST'; body?: object }

export async function callBetterAuth(
  auth: { handler(request: Request): Promise<Response> },
  { origin, cookie, address, userAgent }: BrowserCall,
  { path, method = 'POST', body }: Endpoint,
): Promise<Answer> {
  const request = new Request(`${origin}/api/auth${path}`, {
    method,
    headers: {
      Origin: origin,
      'User-Agent': userAgent,
      [addressHeader]: address,
      ...(cookie === '' ? {} : { Cookie: cookie }),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const response = await auth.handler(request)
  const text = await response.text()
  return {
    status: response.status,
    body: text.startsWith('{') ? JSON.parse(text) : {},
    location: response.headers.get('Location'),
    cookies: response.headers.getSetCookie(),
  }
}

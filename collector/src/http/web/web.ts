import { randomBytes } from 'node:crypto'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import { sessionCookieName } from '../../access/sign-in/session-token.ts'
import { unchanged } from '../answers/respond.ts'
import type { App, HttpContext, Middleware } from '../environment.ts'
import { type Build, type BuiltFile, buildDir, type Encoding, readBuild } from './read-build.ts'

/**
 * Paths that never return a page. /assets is one of them, because an old page may ask for files that a newer build
 * lacks.
 */
const noPage = /^\/(?:api|assets|audit-data|identity-server|local|healthz|install|readyz)(?:\/|$)/
/** Loads the current user beside the scripts, as the page reads nothing else before. */
const preloadUser = '</api/v1/me>; rel=preload; as=fetch; crossorigin'
const nonceMark = /\{\{nonce\}\}/g
const notBuilt =
  'The web interface is not built. Run "npm run build" in the folder of Rollcall; the API works without.\n'

/** Serves the web interface at every other address: the page does its own routing. */
export function webInterface(app: App, dir = buildDir): void {
  let build: Promise<Build | undefined> | undefined
  const serve: Middleware = async (c, next) => {
    build ??= readBuild(dir)
    const files = await build
    // A build may be made while the collector runs, so it is searched again.
    if (!files) build = undefined
    const file = files?.get(c.req.path)
    if (file && c.req.path !== '/index.html') return sendFile(c, file)
    if (noPage.test(c.req.path) || !wantsPage(c)) return next()
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
    const page = files?.get('/index.html')
    return page ? sendPage(c, page) : c.text(notBuilt, 503)
  }
  app.get('/*', serve)
}

/** Returns true for a browser, which accepts HTML; a program with a wrong address gets a 404 problem. */
const wantsPage = (c: HttpContext): boolean =>
  c.req.path === '/' || /\btext\/html\b/i.test(c.req.header('Accept') ?? '')

/** Sends the page, which must not be cached because its nonce is for one use. */
function sendPage(c: HttpContext, { content, type }: BuiltFile) {
  const nonce = randomBytes(16).toString('base64')
  c.header('Content-Security-Policy', contentSecurityPolicy(nonce))
  c.header('Cache-Control', 'no-store')
  if (getCookie(c, sessionCookieName)) c.header('Link', preloadUser)
  return c.body(new TextDecoder().decode(content).replace(nonceMark, nonce), 200, { 'Content-Type': type })
}

/** Sends a file. A file named by its content is cached for good, all others are revalidated. */
function sendFile(c: HttpContext, { content, type, encoded }: BuiltFile) {
  const isNamedByContent = c.req.path.startsWith('/assets/')
  c.header('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('Vary', 'Accept-Encoding')
  c.header('X-Content-Type-Options', 'nosniff')
  const encoding = encodingFor(c, encoded)
  const body = (encoding && encoded[encoding]) ?? content
  if (unchanged(c, body)) return c.body(null, 304)
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(body, 200, { 'Content-Type': type })
}

/** Chooses the best available encoding that the browser accepts, whatever the order in which it names them. */
function encodingFor(c: HttpContext, encoded: BuiltFile['encoded']): Encoding | undefined {
  const isTaken = (each: Encoding) =>
    accepts(c, { header: 'Accept-Encoding', supports: [each], default: 'identity' }) === each
  return (['br', 'gzip'] as const).find((each) => encoded[each] !== undefined && isTaken(each))
}

/**
 * Builds the content security policy of the web interface: everything from the collector, and styles only with the
 * nonce of this response.
 */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

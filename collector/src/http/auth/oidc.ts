import type { OpenAPIHono } from '@hono/zod-openapi'
import { oidcSignInSchema, type SignInOptions } from '@rollcall/shared/api/sign-in.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context as HonoContext } from 'hono'
import { countAttempt, forgiveAttempt } from '../../access/sign-in/limit-attempts.ts'
import { recordSignInByCookies } from '../../access/sign-in/sign-in.ts'
import { currentIssuer, type Issuer } from '../../access/sign-in/sign-in-settings.ts'
import type { Environment, HttpDeps } from '../environment.ts'
import { readJson } from '../middleware/read-json.ts'
import { noQuery } from '../openapi/route.ts'
import { browserOf, ofOwnPage, passOn } from './browser.ts'
import { attemptOf, rememberDevice } from './device.ts'
import { tooMany } from './too-many.ts'

/** The page that tells why a sign-in by the issuer came to nothing: `?error=` has the reason as a word. */
const errorPage = '/sign-in'

/** A person comes back here, by a link as it were: what went wrong is told on a page, as nobody reads a problem. */
function refusedAt(error: unknown): string {
  if (error instanceof DomainError) return `${errorPage}?error=${error.code}`
  throw error
}

/** Signing in by an OpenID Connect issuer, where one is set. */
export function oidcRoutes(app: OpenAPIHono<Environment>, deps: HttpDeps): void {
  const { system, signIn } = deps

  app.get('/api/auth/options', noQuery, async (c) => {
    const issuer = await currentIssuer(system)
    c.header('Cache-Control', 'no-store')
    return c.json({ oidc: issuer ? { label: issuer.label } : null } satisfies SignInOptions)
  })

  app.post('/api/auth/sign-in/oidc', ofOwnPage, async (c) => {
    const { returnTo } = await readJson(c, oidcSignInSchema)
    const issuer = await requireIssuer()
    const waitSeconds = await countAttempt(system, await attemptOf(c, deps))
    if (waitSeconds !== undefined) return tooMany(c, waitSeconds)
    const body = { provider: 'oidc', callbackURL: returnTo, errorCallbackURL: errorPage, disableRedirect: true }
    const answer = await signIn.callWithIssuer(issuer, await browserOf(c, deps), { path: '/sign-in/social', body })
    const { url } = passOn(c, answer)
    return c.json({ url })
  })

  // Where the issuer sends the browser back to, with a code: its state and the cookie of the one who began it must fit.
  app.get('/api/auth/callback/oidc', async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.redirect(await comeBack(c).catch(refusedAt), 302)
  })

  async function comeBack(c: HonoContext<Environment>): Promise<string> {
    const issuer = await requireIssuer()
    const path = `/callback/oidc${new URL(c.req.url).search}`
    const answer = await signIn.callWithIssuer(issuer, await browserOf(c, deps), { path, method: 'GET' })
    passOn(c, answer)
    const user = await recordSignInByCookies(system, answer.cookies)
    if (user) {
      await forgiveAttempt(system, await attemptOf(c, deps))
      await rememberDevice(c, deps, user.name)
    }
    return answer.location ?? errorPage
  }

  async function requireIssuer(): Promise<Issuer> {
    const issuer = await currentIssuer(system)
    if (!issuer) throw new DomainError('not_found', 'Single sign-on is not configured.')
    return issuer
  }
}

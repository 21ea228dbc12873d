import { oidcSignInSchema, type SignInOptions } from '@rollcall/shared/api/sign-in.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { clearAttempt, countAttempt } from '../../access/sign-in/limit-attempts.ts'
import { recordSignInByCookies } from '../../access/sign-in/sign-in.ts'
import { currentIssuer, type Issuer } from '../../access/sign-in/sign-in-settings.ts'
import type { App, HttpContext, HttpDeps } from '../environment.ts'
import { readJson } from '../middleware/read-json.ts'
import { noQuery } from '../openapi/route.ts'
import { browserOf, ofOwnPage, passOn } from './browser.ts'
import { attemptOf, setDeviceCookie } from './device.ts'
import { tooMany } from './too-many.ts'

/** Page that explains a failed single sign-on: `?error=` contains the reason. */
const errorPage = '/sign-in'

/**
 * Returns the page for a failed sign-in. A person returns by a link, so a page explains the error instead of a problem
 * document.
 */
function refusedAt(error: unknown): string {
  if (error instanceof DomainError) return `${errorPage}?error=${error.code}`
  throw error
}

/** Adds the routes of single sign-on by an OpenID Connect issuer, if one is configured. */
export function oidcRoutes(app: App, deps: HttpDeps): void {
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

  // The issuer redirects the browser here with a code. The state must match the cookie of the browser that began the
  // sign-in.
  app.get('/api/auth/callback/oidc', async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.redirect(await comeBack(c).catch(refusedAt), 302)
  })

  async function comeBack(c: HttpContext): Promise<string> {
    const issuer = await requireIssuer()
    const path = `/callback/oidc${new URL(c.req.url).search}`
    const answer = await signIn.callWithIssuer(issuer, await browserOf(c, deps), { path, method: 'GET' })
    passOn(c, answer)
    const user = await recordSignInByCookies(system, answer.cookies)
    if (user) {
      await clearAttempt(system, await attemptOf(c, deps))
      await setDeviceCookie(c, deps, user.name)
    }
    return answer.location ?? errorPage
  }

  async function requireIssuer(): Promise<Issuer> {
    const issuer = await currentIssuer(system)
    if (!issuer) throw new DomainError('not_found', 'Single sign-on is not configured.')
    return issuer
  }
}

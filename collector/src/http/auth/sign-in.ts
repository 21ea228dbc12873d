import { secondFactorSchema, signInSchema } from '@rollcall/shared/api/sign-in.ts'
import { lockedSeconds, wrongCode } from '../../access/better-auth/refusal.ts'
import { clearAttempt, countAttempt } from '../../access/sign-in/limit-attempts.ts'
import { authenticateSession } from '../../access/sign-in/sessions.ts'
import {
  recordOwnChange,
  recordSignIn,
  recordSignInByCookies,
  spendCode,
  tokenOfNewSession,
} from '../../access/sign-in/sign-in.ts'
import type { App, HttpDeps } from '../environment.ts'
import { readJson } from '../middleware/read-json.ts'
import { sessionOf } from '../middleware/session.ts'
import { browserOf, ofOwnPage, passOn, signedInOnly } from './browser.ts'
import { attemptOf, setDeviceCookie } from './device.ts'
import { oidcRoutes } from './oidc.ts'
import { passwordRoutes } from './password.ts'
import { tooMany } from './too-many.ts'

/** Adds the routes by which the collector's own pages sign users in. No other route of better-auth is reachable. */
export function signInRoutes(app: App, deps: HttpDeps): void {
  const { system, signIn } = deps

  app.post('/api/auth/sign-in/username', ofOwnPage, async (c) => {
    const given = await readJson(c, signInSchema)
    const attempt = await attemptOf(c, deps, given.username)
    const waitSeconds = await countAttempt(system, attempt)
    if (waitSeconds !== undefined) return tooMany(c, waitSeconds)
    const answer = await signIn.call({ ...(await browserOf(c, deps)), cookie: '' }, '/sign-in/username', given)
    const { twoFactorRedirect } = passOn(c, answer)
    await clearAttempt(system, attempt)
    await setDeviceCookie(c, deps, given.username)
    await recordSignInByCookies(system, answer.cookies)
    return c.json({ twoFactorRedirect: twoFactorRedirect === true })
  })

  const secondFactor = (kind: 'totp' | 'backup-code') =>
    app.post(`/api/auth/two-factor/verify-${kind}`, ofOwnPage, async (c) => {
      const { code } = await readJson(c, secondFactorSchema)
      const before = await sessionOf(c, system)
      const answer = await signIn.call(await browserOf(c, deps), `/two-factor/verify-${kind}`, { code })
      const waitSeconds = lockedSeconds(answer)
      if (waitSeconds !== undefined) return tooMany(c, waitSeconds)
      const token = answer.status < 400 ? tokenOfNewSession(answer.cookies) : undefined
      const session = token === undefined ? undefined : await authenticateSession(system, token)
      if (token !== undefined && session && !before) {
        if (!(await spendCode(system, { userId: session.actor.id, code, token }))) throw wrongCode()
        await recordSignIn(system, session.actor.id)
      }
      passOn(c, answer)
      if (before && session) await recordOwnChange(ofSession(session), 'second factor', 'on')
      return c.body(null, 204)
    })
  secondFactor('totp')
  secondFactor('backup-code')

  app.post('/api/auth/sign-out', ofOwnPage, signedInOnly(deps), async (c) => {
    passOn(c, await signIn.call(await browserOf(c, deps), '/sign-out', {}))
    return c.body(null, 204)
  })

  passwordRoutes(app, deps)
  oidcRoutes(app, deps)

  const ofSession = ({ actor }: NonNullable<Awaited<ReturnType<typeof authenticateSession>>>) => ({
    ...system,
    actor,
    siteId: actor.siteIds[0] ?? '',
  })
}

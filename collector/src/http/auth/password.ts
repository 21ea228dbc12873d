import { changePasswordSchema, confirmPasswordSchema, type TwoFactorSetUp } from '@rollcall/shared/api/sign-in.ts'
import { every } from 'hono/combine'
import { clearAttempt, countAttempt } from '../../access/sign-in/limit-attempts.ts'
import { recordOwnChange, requireOwnPassword } from '../../access/sign-in/sign-in.ts'
import type { App, HttpContext, HttpDeps, Middleware } from '../environment.ts'
import { readJson } from '../middleware/read-json.ts'
import { browserOf, ofOwnPage, passOn, signedInOnly } from './browser.ts'
import { tooMany } from './too-many.ts'

/**
 * Adds the routes by which a signed-in user changes the own password and second factor. Each needs the password again.
 */
export function passwordRoutes(app: App, deps: HttpDeps): void {
  const guard: Middleware = every(ofOwnPage, signedInOnly(deps))

  /**
   * Calls better-auth with a password, and bounds the attempts: someone at an unlocked browser must not be able to
   * guess it.
   */
  const withPassword = async <T>(
    c: HttpContext,
    { path, body, field }: { path: string; body: object; field?: string },
    done: (answer: Record<string, unknown>) => Promise<T>,
  ) => {
    const ctx = c.get('ctx')
    await requireOwnPassword(ctx)
    // All sessions of the user share these attempts, and others cannot use them up.
    const attempt = { username: ctx.actor.name, device: ctx.actor.id }
    const waitSeconds = await countAttempt(ctx, attempt)
    if (waitSeconds !== undefined) return tooMany(c, waitSeconds)
    const answer = passOn(c, await deps.signIn.call(await browserOf(c, deps), path, body), field)
    await clearAttempt(ctx, attempt)
    const said = await done(answer)
    return said === undefined ? c.body(null, 204) : c.json(said)
  }

  app.post('/api/auth/change-password', guard, async (c) => {
    // Signs out all other sessions: someone else may know the old password.
    const body = { ...(await readJson(c, changePasswordSchema)), revokeOtherSessions: true }
    return withPassword(c, { path: '/change-password', body, field: '/currentPassword' }, () =>
      recordOwnChange(c.get('ctx'), 'password', 'changed'),
    )
  })

  app.post('/api/auth/two-factor/enable', guard, async (c) => {
    const body = { ...(await readJson(c, confirmPasswordSchema)), method: 'totp' }
    return withPassword(c, { path: '/two-factor/enable', body }, async (answer) =>
      setUp(c.get('ctx').actor.name, answer),
    )
  })

  app.post('/api/auth/two-factor/disable', guard, async (c) => {
    const body = await readJson(c, confirmPasswordSchema)
    return withPassword(c, { path: '/two-factor/disable', body }, () =>
      recordOwnChange(c.get('ctx'), 'second factor', 'off'),
    )
  })

  app.post('/api/auth/two-factor/generate-backup-codes', guard, async (c) => {
    const body = await readJson(c, confirmPasswordSchema)
    return withPassword(c, { path: '/two-factor/generate-backup-codes', body }, async ({ backupCodes }) => {
      await recordOwnChange(c.get('ctx'), 'second factor', 'new backup codes')
      return { backupCodes }
    })
  })
}

/**
 * Formats the secret for authenticator apps, with the user name instead of the email address that better-auth would
 * show.
 */
function setUp(username: string, { totpURI, backupCodes }: Record<string, unknown>): TwoFactorSetUp {
  const { searchParams } = new URL(String(totpURI))
  const key = searchParams.get('secret') ?? ''
  const query = new URLSearchParams({ secret: key, issuer: 'Rollcall', digits: '6', period: '30' })
  return {
    totpUri: `otpauth://totp/${encodeURIComponent(`Rollcall:${username}`)}?${query}`,
    key,
    backupCodes: backupCodes as string[],
  }
}

import { passwordLengthMax, passwordLengthMin } from '@rollcall/shared/password-length.ts'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { username } from 'better-auth/plugins/username'
import type { SystemContext } from '../../context.ts'
import { cookiePrefix } from '../session-token.ts'
import { sessionSecondsMax } from '../sessions.ts'
import { storeAdapter } from './adapter.ts'
import { addressHeader } from './address-header.ts'

type Provider = Parameters<typeof genericOAuth>[0]['config'][number]

/** better-auth for passwords and second factors, and with a provider for its sign-in. What is not asked for is not reachable. */
export function createAuth({ store, log }: SystemContext, secret: string, provider?: Provider) {
  return betterAuth({
    appName: 'Rollcall',
    basePath: '/api/auth',
    secret,
    database: storeAdapter(store),
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ part: 'better-auth' }, message),
    },
    // Attempts are limited by `limit-attempts.ts`, over restarts and collectors.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
    },
    session: { expiresIn: sessionSecondsMax, disableSessionRefresh: true },
    // Users and their accounts are made by verbs of ours; no token of an issuer is kept.
    account: { accountLinking: { enabled: false }, updateAccountOnSignIn: false },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    onAPIError: { errorURL: '/sign-in' },
    plugins: [
      // Whatever is no user name is none that is known: the answer and its time are the same.
      username({ displayUsername: false, minUsernameLength: 1, maxUsernameLength: 200, usernameValidator: () => true }),
      twoFactor({ issuer: 'Rollcall' }),
      ...(provider ? [genericOAuth({ config: [provider] })] : []),
    ],
  })
}

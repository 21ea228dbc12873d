import { passwordLengthMax, passwordLengthMin } from '@rollcall/shared/password-length.ts'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { username } from 'better-auth/plugins/username'
import type { BetterAuthPlugin } from 'better-auth/types'
import type { SystemContext } from '../../lib/context.ts'
import { cookiePrefix } from '../sign-in/session-token.ts'
import { sessionSecondsMax } from '../sign-in/sessions.ts'
import { storeAdapter } from './adapter.ts'
import { addressHeader } from './call.ts'

/**
 * Creates better-auth for passwords, second factors and, with its plugin, an issuer. No other part of it is reachable.
 */
export function createAuth({ store, clock, log }: SystemContext, secret: string, issuer?: BetterAuthPlugin) {
  return betterAuth({
    appName: 'Rollcall',
    basePath: '/api/auth',
    secret,
    database: storeAdapter(store, clock),
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ part: 'better-auth' }, message),
    },
    // `limit-attempts.ts` limits attempts across restarts and collectors.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
    },
    session: { expiresIn: sessionSecondsMax, disableSessionRefresh: true },
    // The collector creates users and accounts itself. No token of an issuer is stored.
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
      // Any other text is treated as an unknown user name: the answer and its time are the same.
      username({ displayUsername: false, minUsernameLength: 1, maxUsernameLength: 200, usernameValidator: () => true }),
      twoFactor({ issuer: 'Rollcall' }),
      ...(issuer ? [issuer] : []),
    ],
  })
}

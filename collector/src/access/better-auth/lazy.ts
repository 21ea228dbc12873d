import { randomBytes } from 'node:crypto'
import { within } from '@rollcall/shared/node/within.ts'
import type { SystemContext } from '../../lib/context.ts'
import { loadOrCreateSecret } from '../secrets/stored-secrets.ts'
import type { Issuer } from '../sign-in/sign-in-settings.ts'
import { type Answer, type BrowserCall, callBetterAuth, type Endpoint } from './call.ts'
import { checkIssuer } from './discovery.ts'
import { unusable } from './issuer-calls.ts'

/** Sign-in, passwords and second factors, implemented by better-auth. */
export type SignIn = {
  /** Calls an endpoint of better-auth for a browser. */
  call(browser: BrowserCall, path: string, body: object): Promise<Answer>
  /** Calls an endpoint that involves an issuer. Throws `issuer_unusable` if the issuer does not answer. */
  callWithIssuer(issuer: Issuer, browser: BrowserCall, endpoint: Endpoint): Promise<Answer>
}

const issuerMsMax = 20_000

type Auth = { handler(request: Request): Promise<Response> }

/** Loads better-auth at the first sign-in: it takes some 30 MiB and 0.3 s of processor time. */
export function createSignIn(system: SystemContext): SignIn {
  const withPasswords = remembering(async () => {
    const { createAuth } = await import('./auth.ts')
    return createAuth(system, await signInSecret(system))
  })
  // A separate instance, since it queries the issuer when it is created. Passwords work while the issuer is down.
  const withIssuer = remembering(async (issuer?: Issuer) => {
    if (!issuer) throw new Error('no issuer')
    const [{ createAuth }, { issuerPlugin }] = await Promise.all([import('./auth.ts'), import('./provider.ts')])
    const description = await checkIssuer(system.outbound, issuer.issuer)
    return createAuth(system, await signInSecret(system), issuerPlugin(system, issuer, description))
  })
  return {
    call: async (browser, path, body) => callBetterAuth(await withPasswords(''), browser, { path, body }),
    callWithIssuer: async (issuer, browser, endpoint) => {
      const auth = await withIssuer(issuer.revision, issuer)
      // better-auth sets no time limit on its calls to an issuer.
      const late = AbortSignal.timeout(issuerMsMax)
      return within(late, callBetterAuth(auth, browser, endpoint)).catch((error: unknown) => {
        throw late.aborted ? unusable(`It did not answer within ${issuerMsMax / 1000} s.`) : error
      })
    },
  }
}

/** Caches the last result for one revision. A failure is not cached. */
function remembering<T>(make: (input?: T) => Promise<Auth>): (revision: string, input?: T) => Promise<Auth> {
  let current: { revision: string; auth: Promise<Auth> } | undefined
  return (revision, input) => {
    if (current?.revision === revision) return current.auth
    const auth = make(input).catch((error: unknown) => {
      if (current?.auth === auth) current = undefined
      throw error
    })
    current = { revision, auth }
    return auth
  }
}

/** Loads the key that signs cookies and encrypts second factors. */
async function signInSecret(system: SystemContext): Promise<string> {
  const bytes = await loadOrCreateSecret(system, 'sign-in', () => randomBytes(32))
  return Buffer.from(bytes).toString('base64url')
}

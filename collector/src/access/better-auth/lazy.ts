import { randomBytes } from 'node:crypto'
import { within } from '@rollcall/shared/node/within.ts'
import type { SystemContext } from '../../lib/context.ts'
import { loadOrCreateSecret } from '../secrets/stored-secrets.ts'
import type { Issuer } from '../sign-in/sign-in-settings.ts'
import { type Answer, type BrowserCall, callBetterAuth, type Endpoint } from './call.ts'
import { checkIssuer } from './discovery.ts'
import { unusable } from './issuer-calls.ts'

/** Sign-in, passwords and second factors, as better-auth does them. */
export type SignIn = {
  /** Calls an endpoint of better-auth's for a browser. */
  call(browser: BrowserCall, path: string, body: object): Promise<Answer>
  /** The same of those that have to do with an issuer; throws `issuer_unusable` when it does not answer. */
  callWithIssuer(issuer: Issuer, browser: BrowserCall, endpoint: Endpoint): Promise<Answer>
}

const issuerMsMax = 20_000

type Auth = { handler(request: Request): Promise<Response> }

/** better-auth takes some 30 MiB and 0.3 s of a processor: it is loaded when somebody first signs in. */
export function createSignIn(system: SystemContext): SignIn {
  const withPasswords = remembering(async () => {
    const { createAuth } = await import('./auth.ts')
    return createAuth(system, await signInSecret(system))
  })
  // One of its own, which asks the issuer when it is made: passwords go on when that is away.
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
      // What better-auth asks an issuer has no end of its own.
      const late = AbortSignal.timeout(issuerMsMax)
      return within(late, callBetterAuth(auth, browser, endpoint)).catch((error: unknown) => {
        throw late.aborted ? unusable(`It did not answer within ${issuerMsMax / 1000} s.`) : error
      })
    },
  }
}

/** What was made last, as long as the revision is the same; what failed is tried again at the next call. */
function remembering<T>(make: (input?: T) => Promise<Auth>): (revision: string, input?: T) => Promise<Auth> {
  let kept: { revision: string; auth: Promise<Auth> } | undefined
  return (revision, input) => {
    if (kept?.revision === revision) return kept.auth
    const auth = make(input).catch((error: unknown) => {
      if (kept?.auth === auth) kept = undefined
      throw error
    })
    kept = { revision, auth }
    return auth
  }
}

/** What cookies are signed and second factors encrypted with. */
async function signInSecret(system: SystemContext): Promise<string> {
  const bytes = await loadOrCreateSecret(system, 'sign-in', () => randomBytes(32))
  return Buffer.from(bytes).toString('base64url')
}

import { randomBytes } from 'node:crypto'
import type { SystemContext } from '../../context.ts'
import { loadOrCreateSecret } from '../../secrets/secrets.ts'
import { type Answer, type BrowserCall, callBetterAuth } from './call.ts'

/** Sign-in, passwords and second factors, as better-auth does them. */
export type SignIn = {
  /** Calls an endpoint of better-auth's for a browser. */
  call(browser: BrowserCall, path: string, body: object): Promise<Answer>
}

/** better-auth takes some 30 MiB and 0.3 s of a processor: it is loaded when somebody first signs in. */
export function createSignIn(system: SystemContext): SignIn {
  const load = async () => {
    const { createAuth } = await import('./auth.ts')
    return createAuth(system, await signInSecret(system))
  }
  let loading: ReturnType<typeof load> | undefined
  const auth = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return { call: async (browser, path, body) => callBetterAuth(await auth(), browser, { path, body }) }
}

/** What cookies are signed and second factors encrypted with. */
export async function signInSecret(system: SystemContext): Promise<string> {
  const bytes = await loadOrCreateSecret(system, 'sign-in', () => randomBytes(32))
  return Buffer.from(bytes).toString('base64url')
}

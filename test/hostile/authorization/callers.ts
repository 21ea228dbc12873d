import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { z } from 'zod'
import { type Answer, type ApiClient, fetchToken } from '../../harness/api-client.ts'
import type { RequestTemplate } from './requests.ts'
import type { SiteObjects } from './site-objects.ts'

type Method = RequestTemplate['method']
export type Send = (method: Method, path: string, body?: unknown) => Promise<Answer>

/** A caller, and what the collector is to make of it before it looks at what is asked for. */
export type Caller = {
  name: string
  send: Send
  /** `none`: 401 wherever a token or a session is needed. */
  standing: 'none' | 'registration' | 'user'
  capabilities: readonly CapabilityName[]
  /** Bound to another site than that of the objects. */
  isForeign?: boolean
  /** The id of a session of this user beside the one that calls. */
  ownSession?: () => Promise<string>
  /** Returns true if the collector must refuse this call by 403, whatever the capabilities of the caller. */
  refusedFor?: (request: RequestTemplate) => boolean
  hasAllSites?: boolean
}

const capabilitySets: Record<string, readonly CapabilityName[]> = {
  'without capabilities': [],
  'with StartAuditsOrScans': ['StartAuditsOrScans'],
  'with EditInventory': ['EditInventory'],
  'with Administrator': ['Administrator'],
}

/** Every kind of caller, each with credentials that the running collector issued. */
export async function createCallers(
  { call, dataDir }: { call: ApiClient['call']; dataDir: string },
  own: SiteObjects,
  other: SiteObjects,
): Promise<Caller[]> {
  const byToken =
    (token: string | null, headers: Record<string, string> = {}): Send =>
    (method, path, body) =>
      call(method, path, { token, headers, ...(body === undefined ? {} : { body }) })

  const register = async (
    site: SiteObjects,
    capabilities: readonly CapabilityName[],
    siteIds: readonly string[] = [site.siteId],
  ) => {
    // One of several sites is seen on each of them.
    const name = siteIds.length > 1 ? 'on several sites' : site.newText()
    const body = { name, capabilities, siteIds }
    const created = createdAppRegistrationSchema.parse(await site.send('POST', '/api/v1/app-registrations', body))
    return { id: created.id, token: await fetchToken(call, created) }
  }
  /** A registration with every right, changed after its token was issued. */
  const ended = async (end: (path: string) => Promise<unknown>) => {
    const { id, token } = await register(own, ['Administrator'])
    await end(`/api/v1/app-registrations/${id}`)
    return byToken(token)
  }
  const nobody = (name: string, send: Send): Caller => ({ name, send, standing: 'none', capabilities: [] })

  const registrations = async (site: SiteObjects, isForeign: boolean): Promise<Caller[]> =>
    Promise.all(
      Object.entries(capabilitySets).map(async ([name, capabilities]) => ({
        name: `${isForeign ? "another site's registration" : 'a registration'} ${name}`,
        send: byToken((await register(site, capabilities)).token),
        standing: 'registration' as const,
        capabilities,
        isForeign,
      })),
    )
  const users = async (site: SiteObjects, isForeign: boolean): Promise<Caller[]> =>
    Promise.all(
      Object.entries(capabilitySets).map(async ([name, capabilities]) => {
        const { browser, signInAgain } = await site.signedInUser(capabilities)
        return {
          name: `${isForeign ? "another site's user" : 'a user'} ${name}`,
          send: (method, path, body) => browser.send(method, path, body === undefined ? {} : { body }),
          standing: 'user' as const,
          capabilities,
          isForeign,
          ownSession: signInAgain,
        } satisfies Caller
      }),
    )

  const administrator = await register(own, ['Administrator'])
  const crossOrigin = (await own.signedInUser(['Administrator'])).browser
  const newUser = await own.userWithOneTimePassword(['Administrator'])
  const serviceFile = await readFile(join(dataDir, 'audit-service', 'service.json'), 'utf8')
  const { userJwt } = z.object({ userJwt: z.string() }).parse(JSON.parse(serviceFile))

  return [
    nobody('a caller without a token', byToken(null)),
    nobody('a caller with an unknown token', byToken('u'.repeat(43))),
    nobody('a deleted registration', await ended((path) => own.send('DELETE', path))),
    nobody('a disabled registration', await ended((path) => own.send('PATCH', path, { enabled: false }))),
    nobody(
      'an expired registration',
      await ended((path) => own.send('PATCH', path, { expiresAt: '2020-01-01T00:00:00Z' })),
    ),
    nobody('an agent', byToken((await own.agent()).token)),
    nobody('an Audit Service', byToken(userJwt)),
    {
      name: 'a registration that names a site of others',
      send: byToken(administrator.token, { 'X-Site-Id': other.siteId }),
      standing: 'registration',
      capabilities: ['Administrator'],
      refusedFor: () => true,
    },
    {
      name: 'a user with a one-time password',
      send: (method, path, body) => newUser.send(method, path, body === undefined ? {} : { body }),
      standing: 'user',
      capabilities: ['Administrator'],
      // The account is open, so that the page can show whose password is to be changed.
      refusedFor: ({ path }) => path !== '/api/v1/me',
    },
    {
      name: "a user's browser on a page of another origin",
      send: (method, path, body) =>
        crossOrigin.send(method, path, {
          headers: { Origin: 'https://elsewhere.example' },
          ...(body === undefined ? {} : { body }),
        }),
      standing: 'user',
      capabilities: ['Administrator'],
      refusedFor: ({ method }) => method !== 'GET',
    },
    {
      name: 'a registration of all sites with Administrator',
      send: byToken((await register(own, ['Administrator'], [own.siteId, other.siteId])).token),
      standing: 'registration',
      capabilities: ['Administrator'],
      hasAllSites: true,
    },
    ...(await registrations(own, false)),
    ...(await users(own, false)),
    ...(await registrations(other, true)),
    ...(await users(other, true)),
  ]
}

import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import { siteSchema } from '@rollcall/shared/api/site.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Answer, ClientCredentials } from '../harness/api-client.ts'
import { waitFor } from '../harness/wait.ts'
import { proves } from '../interface/proves.ts'
import { type CheckedApi, type Method, problemOf, startCheckedApi } from './support/checked-api.ts'

let up: CheckedApi['up']
let call: CheckedApi['call']

beforeAll(async () => {
  ;({ up, call } = await startCheckedApi({ args: ['--no-agent'] }))
})
afterAll(() => up?.stop())

const segment = (name: string) => ({
  name,
  type: 'ip-range',
  auditServiceId: up.facts.auditServiceId,
  addresses: ['10.71.0.0/28'],
})

async function register(input: Record<string, unknown>) {
  const answer = await call('POST', '/api/v1/app-registrations', { body: { name: 'tests', ...input } })
  expect(answer.status).toBe(201)
  expect(answer.headers['cache-control']).toBe('no-store')
  return createdAppRegistrationSchema.parse(answer.json())
}

async function tokenOf(capabilities: string[]): Promise<string> {
  return accessToken(await requestToken({ ...(await register({ capabilities })) }))
}

const accessToken = (answer: Answer) => z.object({ access_token: z.string() }).parse(answer.json()).access_token

const paths = ['/api/oauth/token', '/identity-server/connect/token'] as const

type TokenRequest = { path?: string; fields?: Record<string, string | undefined>; headers?: Record<string, string> }

function requestToken(client: Partial<ClientCredentials>, request: TokenRequest = {}): Promise<Answer> {
  const { path = paths[0], fields = {}, headers = {} } = request
  const all = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    scope: 'api_client',
    ...fields,
  }
  const sent = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  )
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }
  return call('POST', path, { token: null, headers: form, body: new URLSearchParams(sent).toString() })
}

const basic = ({ clientId, clientSecret }: ClientCredentials) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

describe('tokens', () => {
  const given = proves(
    'token.response',
    'token.basic',
    'auth.schemeCase',
    'auth.noRefresh',
    'token.oauthPath',
    'token.identityPath',
  )
  test.each(paths)('%s returns an opaque bearer token for one hour', given, async (path) => {
    const client = await register({})
    const answer = await requestToken(client, { path })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43,}$/),
      token_type: 'Bearer',
      expires_in: 3600,
    })
    const byBasic = await requestToken({}, { path, headers: { Authorization: basic(client) } })
    // As from a client that sends the token it has with every call.
    const renewed = await requestToken(client, { path, headers: { Authorization: 'Bearer an-old-one' } })
    expect(renewed.status).toBe(200)
    const headers = { Authorization: `bEaReR ${accessToken(byBasic)}` }
    expect((await call('GET', '/api/v1/devices', { token: null, headers })).status).toBe(200)
  })

  const refused = proves('token.errors', 'auth.invalidClient', 'auth.grantType', 'auth.formOnly')
  test.each(paths)('%s reports errors according to RFC 6749', refused, async (path) => {
    const client = await register({})
    const wrong = { ...client, clientSecret: 'wrong' }
    const refusals: [string, Answer, number, string][] = [
      ['secret', await requestToken(wrong, { path }), 401, 'invalid_client'],
      ['id', await requestToken({ ...client, clientId: 'a'.repeat(20) }, { path }), 401, 'invalid_client'],
      ['no secret', await requestToken({ clientId: client.clientId }, { path }), 400, 'invalid_request'],
      ['no grant', await requestToken(client, { path, fields: { grant_type: undefined } }), 400, 'invalid_request'],
      [
        'grant',
        await requestToken(client, { path, fields: { grant_type: 'password' } }),
        400,
        'unsupported_grant_type',
      ],
      ['scope', await requestToken(client, { path, fields: { scope: 'all' } }), 400, 'invalid_scope'],
      [
        'JSON',
        await requestToken(client, { path, headers: { 'Content-Type': 'application/json' } }),
        400,
        'invalid_request',
      ],
    ]
    for (const [what, answer, status, error] of refusals) {
      expect({ what, status: answer.status, body: answer.json() }).toMatchObject({ what, status, body: { error } })
      expect(answer.headers['www-authenticate'], what).toBeUndefined()
      expect(answer.headers['cache-control'], what).toBe('no-store')
    }
    const byBasic = await requestToken({}, { path, headers: { Authorization: basic(wrong) } })
    expect(byBasic.status).toBe(401)
    expect(byBasic.headers['www-authenticate']).toMatch(/^Basic/)
  })

  test('scope is optional at the newer path only', proves('auth.scope'), async () => {
    const client = await register({})
    const answers = await Promise.all(paths.map((path) => requestToken(client, { path, fields: { scope: undefined } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
  })

  test(
    'a disabled registration gets no token, and an expired one loses its tokens',
    proves('auth.preconditions', 'state.registration.expired', 'state.registration.disabled'),
    async () => {
      const disabled = await requestToken(await register({ enabled: false }))
      expect([disabled.status, disabled.json()]).toMatchObject([401, { error: 'invalid_client' }])

      const expiring = await register({ expiresAt: new Date(Date.now() + 1500).toISOString() })
      const token = accessToken(await requestToken(expiring))
      expect((await call('GET', '/api/v1/devices', { token })).status).toBe(200)
      const refused = async () => {
        const answer = await call('GET', '/api/v1/devices', { token })
        return answer.status === 401 && answer
      }
      const { headers } = await waitFor(refused, { what: 'the token of an expired registration to be refused' })
      expect(headers['www-authenticate']).toContain('error="invalid_token"')
      expect((await requestToken(expiring)).status).toBe(401)
    },
  )

  test('401 distinguishes a missing from an invalid token', proves('callers.www'), async () => {
    const none = await call('GET', '/api/v1/devices', { token: null })
    expect(problemOf(none, 401).code).toBe('invalid_token')
    expect(none.headers['www-authenticate']).toBe('Bearer')
    const wrong = await call('GET', '/api/v1/devices', { token: 'wrong' })
    expect(problemOf(wrong, 401).code).toBe('invalid_token')
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"')
    const basicScheme = await call('GET', '/api/v1/devices', { token: null, headers: { Authorization: 'Basic YTpi' } })
    expect(problemOf(basicScheme, 401).code).toBe('invalid_token')
  })
})

describe('privileges and sites', () => {
  test(
    'reading needs no capability, writing and scanning need one',
    proves('callers.capabilities', 'auth.403', 'auth.privilege.scan'),
    async () => {
      const [reader, starter] = [await tokenOf([]), await tokenOf(['StartAuditsOrScans'])]
      const created = await call('POST', '/api/v1/segments', { body: segment('Office') })
      const { id: segmentId } = segmentSchema.parse(created.json())
      for (const path of ['devices', 'segments', `segments/${segmentId}`, 'tasks', 'audit-services', 'credentials']) {
        expect((await call('GET', `/api/v1/${path}`, { token: reader })).status, path).toBe(200)
      }
      const community = { name: 'c', kind: 'snmp-community', version: 'v2c', community: 'secret' }
      const administration: [Method, string, unknown][] = [
        ['POST', '/api/v1/segments', segment('Not mine')],
        ['POST', '/api/v1/credentials', community],
        ['POST', '/api/v1/app-registrations', { name: 'more', capabilities: ['Administrator'] }],
        ['POST', '/api/v1/join-tokens', { for: 'agent' }],
        ['GET', '/api/v1/app-registrations', undefined],
      ]
      for (const token of [reader, starter]) {
        for (const [method, path, body] of administration) {
          const answer = await call(method, path, { token, ...(body === undefined ? {} : { body }) })
          expect(problemOf(answer, 403).code, path).toBe('insufficient_privilege')
        }
      }
      const path = `/api/v1/segments/${segmentId}/scan`
      expect(problemOf(await call('POST', path, { token: reader, body: {} }), 403).code).toBe('insufficient_privilege')
      const accepted = await call('POST', path, { token: starter, body: {} })
      expect(accepted.status).toBe(202)
      const { taskId } = z.object({ taskId: z.uuid() }).parse(accepted.json())
      expect(accepted.headers['location']).toBe(`/api/v1/tasks/${taskId}`)
      const cancel = (token: string) => call('POST', `/api/v1/tasks/${taskId}/cancel`, { token })
      expect(problemOf(await cancel(reader), 403).code).toBe('insufficient_privilege')
      expect((await cancel(starter)).status).toBe(202)
    },
  )

  test('X-Site-Id selects only sites of the caller', proves('sites.choose'), async () => {
    const as = (siteId: string) => call('GET', '/api/v1/devices', { headers: { 'X-Site-Id': siteId } })
    expect((await as(up.facts.siteId)).status).toBe(200)
    for (const stranger of [newId(), 'no id']) expect(problemOf(await as(stranger), 403).status).toBe(403)
  })

  test('a new site is usable at once by its creator and the command line', proves('sites.crud'), async () => {
    const token = await tokenOf(['Administrator'])
    const { id } = siteSchema.parse((await call('POST', '/api/v1/sites', { token, body: { name: 'Branch' } })).json())
    const atBranch = { token, headers: { 'X-Site-Id': id } }
    expect((await call('GET', '/api/v1/devices', atBranch)).json()).toEqual({ items: [], total: 0 })
    await up.cli('app-registration', 'create', '--name', 'of the branch', '--site', id, '--json')
    const listed = await call('GET', '/api/v1/app-registrations', atBranch)
    expect(listed.json()).toMatchObject({ items: [{ name: 'of the branch', siteIds: [id] }, { name: 'tests' }] })
  })
})

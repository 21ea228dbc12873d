import type { CredentialRecord } from '@rollcall/shared/api/credential.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { openCredentials } from '../../scanning/credentials/list-credentials.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/credentials'
const kinds = {
  'snmp-community': { version: 'v2c', community: 'secret-1' },
  'snmp-v3': { user: 'auditor', securityLevel: 'authNoPriv', authProtocol: 'SHA', authPassword: 'secret-2-long' },
  'ssh-password': { username: 'root', password: 'secret-3' },
  'ssh-key': { username: 'root', privateKey: '-----BEGIN OPENSSH PRIVATE KEY-----secret-4' },
  ldap: { username: 'cn=reader', password: 'secret-5' },
  aws: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret-6' },
  azure: { tenantId: 'example.org', clientId: 'app', clientSecret: 'secret-7' },
  'google-cloud': { serviceAccountKey: '{"private_key":"secret-8"}' },
}

describeOnEitherEngine('/api/v1/credentials', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const create = async (kind: keyof typeof kinds, name: string = kind) => {
      const answer = await test.call('POST', path, { json: { name, kind, ...kinds[kind] } })
      expect(answer.status).toBe(201)
      return (await answer.json()) as CredentialRecord
    }
    const problem = async (answer: Response) => {
      const { code, errors, detail } = (await answer.json()) as Problem
      return { status: answer.status, code, detail, paths: errors?.map((each) => each.path) }
    }
    return { ...test, create, problem }
  }

  it(
    'are of eight kinds, and never return their secrets',
    proves('credentials.kinds', 'credentials.crud'),
    async () => {
      const { call, ctx, create } = await setUp()
      const logged: string[] = []
      for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
        const made = await create(kind)
        const plain = Object.entries(kinds[kind]).filter(([, value]) => !value.includes('secret-'))
        const times = { createdAt: '2026-11-20T08:00:00.000Z', modifiedAt: null }
        expect(made).toEqual({ id: made.id, name: kind, kind, ...times, ...Object.fromEntries(plain) })
        const read = await call('GET', `${path}/${made.id}`)
        expect(read.headers.get('ETag')).toMatch(/^"/)
        expect(await read.json()).toEqual(made)
        const changed = await call('PATCH', `${path}/${made.id}`, { json: { ...kinds[kind], name: `${kind} 2` } })
        logged.push(await changed.text())
        expect(changed.status).toBe(200)
      }
      logged.push(await (await call('GET', path)).text(), JSON.stringify(await changesOf(ctx)))
      expect(logged.join()).not.toContain('secret-')
    },
  )

  it('are changed within their kind, and tasks use the new values', async () => {
    const { call, ctx, create, problem } = await setUp()
    const { id } = await create('snmp-v3')
    const where = `${path}/${id}`
    const patch = (json: object, headers = {}) => call('PATCH', where, { json, headers })
    const more = { securityLevel: 'authPriv', privProtocol: 'AES-128', privPassword: 'secret-9-long' }
    expect((await patch(more)).status).toBe(200)
    const [opened] = (await openCredentials(ctx, [id])).credentials
    expect(opened).toEqual({ id, kind: 'snmp-v3', ...kinds['snmp-v3'], ...more })
    const less = {
      securityLevel: 'noAuthNoPriv',
      authProtocol: null,
      authPassword: null,
      privProtocol: null,
      privPassword: null,
    }
    expect((await patch({ ...less, name: 'Guest' })).status).toBe(200)
    expect((await openCredentials(ctx, [id])).credentials).toEqual([
      { id, kind: 'snmp-v3', user: 'auditor', securityLevel: 'noAuthNoPriv' },
    ])
    expect(await problem(await patch({ securityLevel: 'authNoPriv' }))).toMatchObject({
      status: 400,
      paths: ['/authProtocol', '/authPassword'],
    })
    expect(await problem(await patch({ community: 'public' }))).toMatchObject({ status: 400, paths: ['/community'] })
    expect(await problem(await patch({ kind: 'ldap' }))).toMatchObject({ status: 400, paths: ['/kind'] })
    expect(await problem(await patch({ user: null }))).toMatchObject({ status: 400, paths: ['/user'] })
    expect((await patch({ name: 'x' }, { 'If-Match': '"stale"' })).status).toBe(412)
    expect((await call('PATCH', where, { token: 'starter', json: {} })).status).toBe(403)
    expect((await call('PATCH', `${path}/${newId()}`, { json: {} })).status).toBe(404)
    const log = (await changesOf(ctx)).filter(({ verb }) => verb === 'Modified')
    expect(log.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['securityLevel', null, null],
      ['privProtocol', null, null],
      ['privPassword', null, null],
      ['name', 'snmp-v3', 'Guest'],
      ...Object.keys(less).map((field) => [field, null, null]),
    ])
  })

  it(
    'have another ETag after a secret is changed, and the same when nothing changed',
    proves('credentials.crud'),
    async () => {
      const { call, create } = await setUp()
      const where = `${path}/${(await create('ldap')).id}`
      const first = (await call('GET', where)).headers.get('ETag') ?? ''
      const patch = (json: object) => call('PATCH', where, { json, headers: { 'If-Match': first } })
      expect((await patch({})).headers.get('ETag')).toBe(first)
      const changed = await patch({ password: 'secret-new' })
      expect([changed.status, (await changed.json()) as CredentialRecord]).toMatchObject([
        200,
        { modifiedAt: '2026-11-20T08:00:00.000Z', username: kinds.ldap.username },
      ])
      expect((await patch({ password: 'secret-other' })).status).toBe(412)
    },
  )

  it('are deleted when no segment uses them', proves('credentials.crud'), async () => {
    const { call, create, problem, addAuditService } = await setUp()
    const { id } = await create('snmp-community')
    const where = `${path}/${id}`
    const lab = { name: 'Lab', type: 'address-list', auditServiceId: await addAuditService(), addresses: ['10.0.0.1'] }
    const made = await call('POST', '/api/v1/segments', { json: { ...lab, credentialIds: [id] } })
    const segment = (await made.json()) as { id: string }
    const inUse = { status: 409, code: 'credential_in_use', detail: expect.stringContaining('"Lab"') }
    expect(await problem(await call('DELETE', where))).toMatchObject(inUse)
    await call('PATCH', `/api/v1/segments/${segment.id}`, { json: { credentialIds: [] } })
    expect((await call('DELETE', where, { token: 'starter' })).status).toBe(403)
    expect((await call('DELETE', where, { headers: { 'If-Match': '"stale"' } })).status).toBe(412)
    expect((await call('DELETE', where)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, where)).status).toBe(404)
  })
})

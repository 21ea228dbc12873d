import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { endlessBody, testApp } from '../testing/app.ts'

type Json = Record<string, unknown>
const read = async (answer: Response) => (await answer.json()) as Json

describeOnEitherEngine('/api/v1', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const auditServiceId = await test.addAuditService()
    const segment = { name: 'Lab', type: 'address-list', auditServiceId, addresses: ['10.0.0.1'] }
    const created = await test.call('POST', '/api/v1/segments', { json: segment })
    const segmentId = String((await read(created))['id'])
    return { ...test, auditServiceId, segment, segmentId }
  }

  it('accepts an id in any case, in a path, a query and a body', async () => {
    const { call, ctx, auditServiceId, segmentId, segment } = await setUp()
    const upper = (id: string) => id.toUpperCase()
    const found = await call('GET', `/api/v1/segments/${upper(segmentId)}`)
    expect(await read(found)).toMatchObject({ id: segmentId, auditServiceId })
    const accepted = await call('POST', `/api/v1/segments/${upper(segmentId)}/scan`)
    expect(accepted.status).toBe(202)
    const { taskId } = await read(accepted)
    expect((await call('GET', `/api/v1/tasks/${upper(String(taskId))}`)).status).toBe(200)
    for (const query of [
      `segments?auditServiceId=${upper(auditServiceId)}`,
      `tasks?auditServiceId=${upper(auditServiceId)}&segmentId=${upper(segmentId)}`,
    ]) {
      expect(await read(await call('GET', `/api/v1/${query}`)), query).toMatchObject({ total: 1 })
    }
    const second = { ...segment, name: 'Second', auditServiceId: upper(auditServiceId) }
    expect(await read(await call('POST', '/api/v1/segments', { json: second }))).toMatchObject({ auditServiceId })
    const registration = { name: 'CMDB', siteIds: [upper(ctx.siteId)] }
    const registered = await call('POST', '/api/v1/app-registrations', { json: registration })
    expect(await read(registered)).toMatchObject({ siteIds: [ctx.siteId] })
  })

  it('responds with 404 to an invalid id', async () => {
    const { call } = await setUp()
    for (const kind of ['devices', 'segments', 'tasks', 'snapshots']) {
      for (const id of [newId(), 'no-id', '0', "'%20OR%201=1", 'a'.repeat(5000)]) {
        const answer = await call('GET', `/api/v1/${kind}/${id}`)
        expect([answer.status, (await read(answer))['code']], id).toEqual([404, 'not_found'])
      }
    }
  })

  it('refuses undeclared query parameters on all routes', async () => {
    const { call, segmentId } = await setUp()
    const document = (await read(await call('GET', '/api/openapi.json'))) as { paths: Record<string, Json> }
    const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/v1/'))
    expect(paths.length).toBeGreaterThan(10)
    for (const [path, methods] of paths) {
      for (const method of Object.keys(methods)) {
        const where = `${path.replace('{id}', segmentId)}?lmit=1`
        const answer = await call(method.toUpperCase(), where, method === 'get' ? {} : { json: {} })
        const { errors } = (await read(answer)) as { errors: { message: string }[] }
        const faults = [{ path: 'lmit', message: 'is not a parameter of this call' }]
        const undeclared = errors.filter(({ message }) => message !== 'is required')
        expect([answer.status, undeclared], `${method} ${where}`).toEqual([400, faults])
      }
    }
  })

  it('is 404 for a path that ends in a slash', async () => {
    const { call } = await setUp()
    for (const path of ['segments/', 'devices/', 'devices//snapshots', 'segments//scan', 'tasks//cancel', '']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await call(method, `/api/v1/${path}`)
        expect([answer.status, answer.headers.get('Allow')], `${method} ${path}`).toEqual([404, null])
      }
    }
  })

  it('supports HEAD wherever it supports GET, and answers 405 with Allow to any other method', async () => {
    const { call, segmentId } = await setUp()
    for (const path of [
      '/healthz',
      '/readyz',
      '/api/openapi.json',
      '/api/v1/devices',
      `/api/v1/segments/${segmentId}`,
    ]) {
      const [head, get] = [await call('HEAD', path), await call('GET', path)]
      expect(await head.text(), path).toBe('')
      expect([head.status, head.headers.get('ETag')], path).toEqual([200, get.headers.get('ETag')])
    }
    const allowed = [
      ['/api/v1/segments', 'GET, HEAD, POST'],
      [`/api/v1/segments/${segmentId}`, 'DELETE, GET, HEAD, PATCH'],
      [`/api/v1/segments/${segmentId}/scan`, 'POST'],
      ['/api/oauth/token', 'POST'],
      ['/healthz', 'GET, HEAD'],
    ] as const
    for (const [path, allow] of allowed) {
      for (const method of ['OPTIONS', 'PUT', 'DELETE', 'GET', 'HEAD'].filter((each) => !allow.includes(each))) {
        const answer = await call(method, path)
        expect([answer.status, answer.headers.get('Allow')], `${method} ${path}`).toEqual([405, allow])
      }
    }
    expect((await call('OPTIONS', '/api/v1/nothing')).status).toBe(404)
  })

  it('refuses a caller without the capability before it validates the request', async () => {
    const { call, segmentId } = await setUp()
    const calls: [token: string, method: string, path: string][] = [
      ...['segments', 'credentials', 'app-registrations', 'join-tokens'].flatMap((path) =>
        ['reader', 'starter'].map((token): [string, string, string] => [token, 'POST', path]),
      ),
      ['starter', 'GET', 'app-registrations?limit=0'],
      ['reader', 'POST', `segments/${segmentId}/scan`],
      ['reader', 'POST', 'segments/no-id/scan?x=1'],
      ['reader', 'POST', 'tasks/no-id/cancel'],
    ]
    for (const [token, method, path] of calls) {
      const type = { 'Content-Type': 'application/json' }
      const sent = method === 'GET' ? {} : { headers: type, body: '{"name":' }
      const answer = await call(method, `/api/v1/${path}`, { token, ...sent })
      expect([answer.status, (await read(answer))['code']], path).toEqual([403, 'insufficient_privilege'])
    }
    const { stream, state } = endlessBody()
    const refused = await call('POST', '/api/v1/segments', { token: 'reader', body: stream })
    expect([refused.status, state.bytesRead]).toEqual([403, 0])
  })

  it('is described with the capabilities that it requires', async () => {
    const { call } = await setUp()
    const document = (await read(await call('GET', '/api/openapi.json'))) as {
      paths: Record<string, Record<string, { 'x-capability'?: string; description?: string }>>
    }
    const needs = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, route]) => {
        const capability = route['x-capability']
        if (capability === undefined) return []
        expect(route.description).toMatch(/Needs the .* capability\.$/)
        return [`${method} ${path}: ${capability}`]
      }),
    )
    expect(needs.sort()).toEqual([
      'delete /api/v1/agents/{id}: Administrator',
      'delete /api/v1/app-registrations/{id}/secrets/{secretId}: Administrator',
      'delete /api/v1/app-registrations/{id}: Administrator',
      'delete /api/v1/audit-services/{id}: Administrator',
      'delete /api/v1/credentials/{id}: Administrator',
      'delete /api/v1/devices/{id}/keep-apart/{otherId}: EditInventory',
      'delete /api/v1/devices/{id}/tags/{tagId}: EditInventory',
      'delete /api/v1/devices/{id}: EditInventory',
      'delete /api/v1/identity-junk/{id}: Administrator',
      'delete /api/v1/ignore-list/{id}: EditInventory',
      'delete /api/v1/join-tokens/{id}: Administrator',
      'delete /api/v1/reports/{id}: Administrator',
      'delete /api/v1/rules/{id}: Administrator',
      'delete /api/v1/schedules/{id}: Administrator',
      'delete /api/v1/segments/{id}: Administrator',
      'delete /api/v1/snapshots/{id}: EditInventory',
      'delete /api/v1/tags/{id}: Administrator',
      'delete /api/v1/topology/positions: EditInventory',
      'delete /api/v1/users/{id}/sessions/{sessionId}: Administrator',
      'delete /api/v1/users/{id}: Administrator',
      'get /api/v1/app-registrations/{id}/secrets: Administrator',
      'get /api/v1/app-registrations/{id}: Administrator',
      'get /api/v1/app-registrations: Administrator',
      'get /api/v1/join-tokens/{id}: Administrator',
      'get /api/v1/join-tokens: Administrator',
      'get /api/v1/notifications: Administrator',
      'get /api/v1/reports/{id}/runs: Administrator',
      'get /api/v1/reports/{id}: Administrator',
      'get /api/v1/reports: Administrator',
      'get /api/v1/sign-in-settings: Administrator',
      'get /api/v1/site/settings/snapshot-storage: Administrator',
      'get /api/v1/site/settings: Administrator',
      'get /api/v1/sites/{id}: Administrator',
      'get /api/v1/sites: Administrator',
      'get /api/v1/users/{id}/sessions: Administrator',
      'get /api/v1/users/{id}: Administrator',
      'get /api/v1/users: Administrator',
      'patch /api/v1/agents/{id}: Administrator',
      'patch /api/v1/app-registrations/{id}: Administrator',
      'patch /api/v1/audit-services/{id}: Administrator',
      'patch /api/v1/credentials/{id}: Administrator',
      'patch /api/v1/devices/{id}: EditInventory',
      'patch /api/v1/reports/{id}: Administrator',
      'patch /api/v1/rules/{id}: Administrator',
      'patch /api/v1/schedules/{id}: Administrator',
      'patch /api/v1/segments/{id}: Administrator',
      'patch /api/v1/sign-in-settings: Administrator',
      'patch /api/v1/site/settings: Administrator',
      'patch /api/v1/sites/{id}: Administrator',
      'patch /api/v1/software/{id}: Administrator',
      'patch /api/v1/tags/{id}: Administrator',
      'patch /api/v1/topology/positions: EditInventory',
      'patch /api/v1/users/{id}: Administrator',
      'post /api/v1/agents/{id}/join-token: Administrator',
      'post /api/v1/agents/{id}/snapshot: StartAuditsOrScans',
      'post /api/v1/alerts/{id}/confirm: Administrator',
      'post /api/v1/app-registrations/{id}/secrets: Administrator',
      'post /api/v1/app-registrations: Administrator',
      'post /api/v1/audit-services/{id}/join-token: Administrator',
      'post /api/v1/bulk-operations/{id}/undo: EditInventory',
      'post /api/v1/credentials/{id}/test: StartAuditsOrScans',
      'post /api/v1/credentials: Administrator',
      'post /api/v1/devices/{id}/archive: EditInventory',
      'post /api/v1/devices/{id}/audit: StartAuditsOrScans',
      'post /api/v1/devices/{id}/ignore: EditInventory',
      'post /api/v1/devices/{id}/keep-apart: EditInventory',
      'post /api/v1/devices/{id}/merge: EditInventory',
      'post /api/v1/devices/{id}/restore: EditInventory',
      'post /api/v1/devices/{id}/reviewed: EditInventory',
      'post /api/v1/devices/{id}/split: EditInventory',
      'post /api/v1/devices/{id}/tags: EditInventory',
      'post /api/v1/devices/{id}/unmerge: EditInventory',
      'post /api/v1/devices: EditInventory',
      'post /api/v1/findings/acknowledge: EditInventory',
      'post /api/v1/findings/reopen: EditInventory',
      'post /api/v1/findings/snooze: EditInventory',
      'post /api/v1/identity-junk: Administrator',
      'post /api/v1/ignore-list: EditInventory',
      'post /api/v1/imports: EditInventory',
      'post /api/v1/join-tokens: Administrator',
      'post /api/v1/reports/{id}/run: Administrator',
      'post /api/v1/reports/{id}/take-over: Administrator',
      'post /api/v1/reports: Administrator',
      'post /api/v1/rules: Administrator',
      'post /api/v1/schedules: Administrator',
      'post /api/v1/segments/{id}/scan: StartAuditsOrScans',
      'post /api/v1/segments: Administrator',
      'post /api/v1/sign-in-settings/test: Administrator',
      'post /api/v1/site/settings/notifications/test: Administrator',
      'post /api/v1/site/settings/snapshot-storage/test: Administrator',
      'post /api/v1/sites: Administrator',
      'post /api/v1/snapshots: EditInventory',
      'post /api/v1/tags: Administrator',
      'post /api/v1/tasks/{id}/audit: StartAuditsOrScans',
      'post /api/v1/tasks/{id}/cancel: StartAuditsOrScans',
      'post /api/v1/users/{id}/reset-password: Administrator',
      'post /api/v1/users/{id}/reset-two-factor: Administrator',
      'post /api/v1/users: Administrator',
      'post /api/v1/views/{id}/take-over: Administrator',
    ])
  })

  it('accepts bodies of one type and up to 1 MiB', async () => {
    const { call, segment } = await setUp()
    const post = (type: string, body: string) =>
      call('POST', '/api/v1/segments', { headers: { 'Content-Type': type }, body })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json']) {
      expect((await post(type, JSON.stringify(segment))).status, type).toBe(415)
    }
    const { stream, state } = endlessBody()
    const headers = { 'Content-Type': 'application/json' }
    expect((await call('POST', '/api/v1/segments', { headers, body: stream })).status).toBe(413)
    expect(state.bytesRead).toBeLessThan(1.2 * 1024 * 1024)
    const good = JSON.stringify({ ...segment, name: 'Another' })
    expect((await post('Application/JSON; charset=utf-8', good)).status).toBe(201)
  })

  it('returns errors as described', async () => {
    const { call } = await setUp()
    const document = (await read(await call('GET', '/api/openapi.json'))) as {
      components: { schemas: Record<string, { properties: Record<string, { example?: unknown }> }> }
    }
    const { type, title, status, code } = document.components.schemas['Problem']?.properties ?? {}
    expect(await read(await call('GET', `/api/v1/devices/${newId()}`))).toMatchObject({
      type: type?.example,
      title: title?.example,
      status: status?.example,
      code: code?.example,
    })
  })

  it.each([
    ['nothing', {}, 202],
    ['nothing, declared as JSON', { headers: { 'Content-Type': 'application/json' } }, 202],
    ['an empty object', { json: {} }, 202],
    ['a choice', { json: { audit: true } }, 202],
    ['an unknown field', { json: { audits: true } }, 400],
    ['half an object', { headers: { 'Content-Type': 'application/json' }, body: '{' }, 400],
    ['a form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'audit=true' }, 415],
    ['bytes of no declared type', { body: new Uint8Array([123, 125]) }, 415],
  ])('accepts %s with a scan', async (_, sent, status) => {
    const { call, segmentId } = await setUp()
    expect((await call('POST', `/api/v1/segments/${segmentId}/scan`, sent)).status).toBe(status)
  })
})

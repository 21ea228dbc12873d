import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { bindCreator } from '../../access/bind-creator.ts'
import { createSite } from '../../sites/create-site.ts'
import { allSites } from '../../sites/read.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'
import { newCaller, twoSites } from '../testing/caller.ts'

type Json = Record<string, unknown>
const read = async (answer: Response) => (await answer.json()) as Json

describeOnEitherEngine('/api/v1/sites', ({ open }) => {
  async function setUp() {
    const app = await testApp(await open())
    const { token, registration } = await newCaller(app, { name: 'maker', capabilities: ['Administrator'] })
    const call = (method: string, path: string, sent: object = {}) =>
      app.call(method, `/api/v1/sites${path}`, { token, ...sent })
    return { ...app, app, token, registration, asMaker: call }
  }

  it('creates a site that X-Site-Id can name at once', proves('sites.crud', 'sites.choose'), async () => {
    const { ctx, call, asMaker, token, registration } = await setUp()
    const made = await asMaker('POST', '', { json: { name: ' Branch ' } })
    const site = await read(made)
    expect([made.status, site]).toEqual([
      201,
      { id: expect.any(String), name: 'Branch', createdAt: '2026-11-20T08:00:00.000Z' },
    ])
    const siteId = String(site['id'])
    expect(made.headers.get('Location')).toBe(`/api/v1/sites/${siteId}`)
    const tag = await call('GET', '/api/v1/devices', { token, headers: { 'X-Site-Id': siteId } })
    expect([tag.status, await read(tag)]).toEqual([200, { items: [], total: 0 }])
    const bound = await call('GET', `/api/v1/app-registrations/${registration.id}`)
    expect(await read(bound)).toMatchObject({ siteIds: [ctx.siteId, siteId] })
    const log = (await changesOf(ctx)).filter(({ actor }) => actor === 'maker')
    const binding = { entity: 'App registration', field: 'siteIds', to: `${ctx.siteId}, ${siteId}` }
    expect(log).toMatchObject([
      { siteId, verb: 'Added', entity: 'Site', entityId: siteId, to: 'Branch' },
      { siteId: ctx.siteId, verb: 'Modified', from: ctx.siteId, ...binding },
      { siteId, verb: 'Modified', from: ctx.siteId, ...binding },
    ])
  })

  it('lists the sites of the caller by name, and no others', proves('sites.crud'), async () => {
    const { app, asMaker, call, ctx } = await setUp()
    for (const name of ['b', 'A', 'c']) await asMaker('POST', '', { json: { name } })
    const { items, total } = await read(await asMaker('GET', ''))
    const names = (items as { name: string }[]).map(({ name }) => name)
    expect([names, total]).toEqual([['A', 'b', 'c', `Test site ${ctx.siteId}`], 4])
    const page = await asMaker('GET', '?limit=1&offset=2')
    expect(await read(page)).toMatchObject({ items: [{ name: 'c' }], total: 4 })
    const { token } = await newCaller(app, { capabilities: ['Administrator'] })
    expect(await read(await call('GET', '/api/v1/sites', { token }))).toMatchObject({
      items: [{ id: ctx.siteId }],
      total: 1,
    })
  })

  it('renames a site, and requires a unique name without regard to case', proves('sites.crud'), async () => {
    const { asMaker, ctx } = await setUp()
    const { id } = await read(await asMaker('POST', '', { json: { name: 'Branch' } }))
    await asMaker('POST', '', { json: { name: 'Other' } })
    const found = await asMaker('GET', `/${id}`)
    const seen = { 'If-Match': found.headers.get('ETag') ?? '' }
    const renamed = await asMaker('PATCH', `/${id}`, { headers: seen, json: { name: 'BRANCH' } })
    expect([renamed.status, await read(renamed)]).toMatchObject([200, { id, name: 'BRANCH' }])
    const known = { 'If-None-Match': renamed.headers.get('ETag') ?? '' }
    expect((await asMaker('GET', `/${id}`, { headers: known })).status).toBe(304)
    expect((await asMaker('PATCH', `/${id}`, { headers: seen, json: { name: 'x' } })).status).toBe(412)
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${id}`],
    ] as const) {
      const taken = await asMaker(method, path, { json: { name: 'oTHER' } })
      expect([taken.status, await read(taken)]).toMatchObject([409, { code: 'name_taken' }])
    }
    expect((await asMaker('PATCH', `/${id}`, { json: {} })).status).toBe(200)
    const log = (await changesOf(ctx)).filter(({ entity, verb }) => entity === 'Site' && verb === 'Modified')
    expect(log).toMatchObject([{ siteId: id, entityId: id, field: 'name', from: 'Branch', to: 'BRANCH' }])
  })

  it('is 404 or 403 for callers that are not bound to it or no Administrator', proves('sites.choose'), async () => {
    const { app, call, asMaker } = await setUp()
    const { one, branchId } = await twoSites(app)
    for (const id of [branchId, newId(), 'no-id']) {
      expect((await call('GET', `/api/v1/sites/${id}`, { token: one.token })).status).toBe(404)
      expect((await call('PATCH', `/api/v1/sites/${id}`, { token: one.token, json: { name: 'x' } })).status).toBe(404)
    }
    const reader = await newCaller(app)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${branchId}`],
      ['PATCH', `/${branchId}`],
    ] as const) {
      const sent = method === 'GET' ? {} : { json: { name: 'x' } }
      expect((await asMaker(method, path, { token: reader.token, ...sent })).status, method + path).toBe(403)
    }
  })

  it('gives the command line every site, and a deleted caller none', async () => {
    const { ctx } = await setUp()
    const local = { ...ctx, actor: { ...ctx.actor, kind: 'system' as const, id: 'local' } }
    const site = await createSite(local, { name: 'By hand' }, bindCreator)
    expect(await allSites(ctx)).toContainEqual(site)
    await expect(createSite(ctx, { name: 'By nobody' }, bindCreator)).rejects.toMatchObject({ code: 'invalid_token' })
    expect((await allSites(ctx)).map(({ name }) => name)).not.toContain('By nobody')
  })
})

import { type CreateView, type View, viewLimits } from '@rollcall/shared/api/view.ts'
import { expect, it } from 'vitest'
import { createUser } from '../../access/users/create-user.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { createView } from '../../views/create-view.ts'
import { listViews } from '../../views/list-views.ts'
import { testApp } from '../testing/app.ts'
import { newCaller, twoSites } from '../testing/caller.ts'

const path = '/api/v1/views'
const printers = { name: 'Printers', list: 'devices', parameters: { type: 'printer', sort: '-lastSeen' } } as const

describeOnEitherEngine('/api/v1/views', ({ open }) => {
  async function setUp() {
    const app = await testApp(await open())
    const editor = await newCaller(app, { name: 'Editor', capabilities: ['EditInventory'] })
    const reader = await newCaller(app, { name: 'Reader' })
    const create = async (token: string, fields: Partial<CreateView> = {}) => {
      const answer = await app.call('POST', path, { token, json: { ...printers, ...fields } })
      expect(answer.status).toBe(201)
      return (await answer.json()) as View
    }
    const namesOf = async (token: string, query = '') => {
      const answer = await app.call('GET', `${path}${query}`, { token })
      return ((await answer.json()) as { items: View[] }).items.map(({ name }) => name)
    }
    return { ...app, app, editor, reader, create, namesOf }
  }

  it('are created, listed, read, changed and deleted by their owner', async () => {
    const { call, reader, create, namesOf } = await setUp()
    const { token } = reader
    const made = await create(token)
    expect(made).toEqual({
      id: made.id,
      ...printers,
      shared: false,
      owner: { kind: 'app', id: reader.registration.id, name: 'Reader' },
      createdAt: '2026-11-20T08:00:00.000Z',
      modifiedAt: null,
    })
    await create(token, { name: 'New software', list: 'software', parameters: {} })
    expect(await namesOf(token)).toEqual(['New software', 'Printers'])
    expect(await namesOf(token, '?list=devices')).toEqual(['Printers'])

    const where = `${path}/${made.id}`
    const read = await call('GET', where, { token })
    expect(await read.json()).toEqual(made)
    const etag = read.headers.get('ETag') ?? ''
    const patch = (json: object) => call('PATCH', where, { token, json, headers: { 'If-Match': etag } })
    const changed = await patch({ name: 'All printers', parameters: { type: 'printer', columns: 'name,model' } })
    expect(await changed.json()).toMatchObject({
      name: 'All printers',
      parameters: { type: 'printer', columns: 'name,model' },
      modifiedAt: '2026-11-20T08:00:00.000Z',
    })
    // The second of two people who edit the version that both have read.
    expect((await patch({ name: 'Mine' })).status).toBe(412)
    expect((await call('DELETE', where, { token, headers: { 'If-Match': etag } })).status).toBe(412)
    expect((await call('DELETE', where, { token })).status).toBe(204)
    expect((await call('GET', where, { token })).status).toBe(404)
  })

  it('hides private views from everyone else, also from Administrators, lists and the change log', async () => {
    const { call, ctx, reader, editor, create, namesOf } = await setUp()
    const { id } = await create(reader.token, { name: 'Layoffs' })
    for (const token of [editor.token, 'administrator']) {
      expect(await namesOf(token)).toEqual([])
      for (const method of ['GET', 'DELETE']) expect((await call(method, `${path}/${id}`, { token })).status).toBe(404)
      expect((await call('PATCH', `${path}/${id}`, { token, json: { name: 'x' } })).status).toBe(404)
    }
    expect((await call('POST', `${path}/${id}/take-over`)).status).toBe(404)
    expect(JSON.stringify(await changesOf(ctx))).not.toContain('Layoffs')
  })

  it('is shared by callers that may edit the inventory, and changed by its owner and Administrators', async () => {
    const { call, ctx, reader, editor, create, namesOf } = await setUp()
    const refused = await call('POST', path, { token: reader.token, json: { ...printers, shared: true } })
    expect(refused.status).toBe(403)
    const own = await create(reader.token)
    const share = { shared: true }
    expect((await call('PATCH', `${path}/${own.id}`, { token: reader.token, json: share })).status).toBe(403)

    const { id } = await create(editor.token, { ...share, name: 'Toner' })
    const where = `${path}/${id}`
    expect(await namesOf(reader.token)).toEqual(['Printers', 'Toner'])
    expect((await call('PATCH', where, { token: reader.token, json: { name: 'x' } })).status).toBe(403)
    expect((await call('DELETE', where, { token: reader.token })).status).toBe(403)
    expect((await call('PATCH', where, { json: { name: 'Toner low' } })).status).toBe(200)
    expect((await call('PATCH', where, { json: { shared: false } })).status).toBe(403)
    expect((await call('PATCH', where, { token: editor.token, json: { shared: false } })).status).toBe(200)
    expect(await namesOf(reader.token)).toEqual(['Printers'])
    const log = (await changesOf(ctx)).filter(({ entity }) => entity === 'View')
    expect(log.map(({ verb, field, from, to, actor }) => [verb, field, from, to, actor])).toEqual([
      ['Added', null, null, 'Toner', 'Editor'],
      ['Modified', 'name', 'Toner', 'Toner low', 'Test app'],
      ['Deleted', null, 'Toner low', null, 'Editor'],
    ])
  })

  it('stays usable without an owner after the owner was deleted, until it is taken over', async () => {
    const { app, call, editor, create, reader } = await setUp()
    const shared = await create(editor.token, { shared: true })
    const hidden = await create(editor.token, { name: 'Own' })
    expect((await call('DELETE', editor.path)).status).toBe(204)
    const where = `${path}/${shared.id}`
    const found = await call('GET', where, { token: reader.token })
    expect(await found.json()).toEqual({ ...shared, owner: null })
    expect((await call('GET', `${path}/${hidden.id}`, { token: reader.token })).status).toBe(404)

    expect((await call('POST', `${where}/take-over`, { token: reader.token })).status).toBe(403)
    const taken = await call('POST', `${where}/take-over`)
    expect([taken.status, await taken.json()]).toMatchObject([200, { owner: { name: 'Test app' } }])
    expect((await call('PATCH', where, { json: { shared: false } })).status).toBe(200)
    expect((await app.call('DELETE', where)).status).toBe(204)
  })

  it('deletes the private views of a deleted user, and keeps the shared ones', async () => {
    const { ctx, call, create } = await setUp()
    const user = await createUser(ctx, {
      username: 'anna',
      name: 'Anna',
      email: null,
      capabilities: ['EditInventory'],
      siteIds: [ctx.siteId],
    })
    const asUser = { ...ctx, actor: { ...ctx.actor, kind: 'user' as const, id: user.id, name: 'anna' } }
    await createView(asUser, { ...printers, name: 'Own', shared: false })
    await createView(asUser, { ...printers, name: 'Everyone’s', shared: true })
    await create('administrator')
    expect((await call('DELETE', `/api/v1/users/${user.id}`)).status).toBe(204)
    const { items } = await listViews(asUser, { limit: 10, offset: 0 })
    expect(items).toMatchObject([{ name: 'Everyone’s', owner: null }])
  })

  it('has a unique name among the views of its owner and list', async () => {
    const { call, reader, editor, create } = await setUp()
    const { token } = reader
    await create(token)
    expect((await call('POST', path, { token, json: { ...printers, name: 'PRINTERS' } })).status).toBe(409)
    await create(token, { list: 'software' })
    await create(editor.token)
    const other = await create(token, { name: 'Switches' })
    expect((await call('PATCH', `${path}/${other.id}`, { token, json: { name: 'printers' } })).status).toBe(409)
  })

  it.each<[string, Record<string, unknown>]>([
    ['forty-one parameters', Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`p${n}`, 'x']))],
    ['a long text', { query: 'x'.repeat(8_001) }],
    ['two texts that are long together', { query: 'x'.repeat(7_000), q: 'x'.repeat(1_001) }],
    ['an empty text', { q: '' }],
    ['a number', { page: 7 }],
    ['a name of markup', { '<b>': 'x' }],
    ['an inherited name', JSON.parse('{"__proto__":"x"}') as Record<string, unknown>],
    ['a control character', { q: 'a\u0000b' }],
    ['a hidden direction mark', { q: 'a\u202eb' }],
  ])('refuses parameters with %s and names the field', async (_, parameters) => {
    const { call } = await setUp()
    const body = JSON.stringify({ ...printers, parameters: '*' }).replace('"*"', JSON.stringify(parameters))
    const answer = await call('POST', path, { body, headers: { 'Content-Type': 'application/json' } })
    const { errors } = (await answer.json()) as { errors?: { path: string }[] }
    expect([answer.status, errors?.[0]?.path.startsWith('/parameters')]).toEqual([400, true])
  })

  it('limits the views of one owner', async () => {
    const { call, reader, create } = await setUp()
    const { token } = reader
    for (let n = 0; n < viewLimits.perOwner; n += 1) await create(token, { name: `View ${n}` })
    const answer = await call('POST', path, { token, json: printers })
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'limit_reached' }])
    await create('administrator')
  })

  it('belongs to one site', async () => {
    const { app, call, namesOf } = await setUp()
    const { both, one, branchId } = await twoSites(app)
    const json = { ...printers, shared: true }
    const made = await call('POST', path, { token: both.token, json, headers: { 'X-Site-Id': branchId } })
    const { id } = (await made.json()) as View
    expect(await namesOf(one.token)).toEqual([])
    expect((await call('GET', `${path}/${id}`, { token: both.token })).status).toBe(404)
  })
})

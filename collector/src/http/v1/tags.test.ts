import type { Device } from '@rollcall/shared/api/device.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/tags'

describeOnEitherEngine('/api/v1/tags', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, ctx } = test
    const read = async (where: string) => (await call('GET', where)).json()
    const create = async (name: string, colour?: string) => {
      const answer = await call('POST', path, { json: { name, ...(colour ? { colour } : {}) } })
      expect(answer.status).toBe(201)
      return (await answer.json()) as Tag
    }
    const addDevice = async (number = 1) => {
      const observation = snmp(0, `10.0.0.${number}`, { hostname: `sw${number}` })
      const { deviceId } = await createIngest(ctx).submit({ siteId: ctx.siteId, observation, actor: 'x' })
      return `/api/v1/devices/${deviceId}`
    }
    return { ...test, read, create, addDevice, edits: async () => changesOf(ctx) }
  }
  const faults = async (answer: Response) => {
    expect(answer.status).toBe(400)
    return ((await answer.json()) as Problem).errors?.map((each) => each.path)
  }

  it('are listed by name, searched by part of the name, and paged', proves('tags.list'), async () => {
    const { create, read, call, addDevice } = await setUp()
    const [lab, office, open] = [await create('lab'), await create('Office'), await create('Open-plan')]
    await call('POST', `${await addDevice()}/tags`, { json: { tagId: office.id } })
    const counted = { ...office, deviceCount: 1 }
    expect(await read(path)).toEqual({ items: [lab, counted, open], total: 3 })
    expect(await read(`${path}?limit=1&offset=1`)).toEqual({ items: [counted], total: 3 })
    expect(await read(`${path}?q=OFF`)).toEqual({ items: [counted], total: 1 })
    expect(await read(`${path}?q=%25`)).toEqual({ items: [], total: 0 })
    expect(await read(`${path}/${office.id}`)).toEqual(counted)
    expect((await call('GET', `${path}/${newId()}`)).status).toBe(404)
  })

  it('are created with a name that is unique without regard to case', proves('tags.create'), async () => {
    const { create, call, edits } = await setUp()
    const made = await create(' Büro ', '#1C7ED6')
    expect(made).toEqual({ id: made.id, name: 'Büro', colour: '#1c7ed6', deviceCount: 0 })
    const taken = await call('POST', path, { json: { name: 'BÜRO' } })
    expect([taken.status, ((await taken.json()) as Problem).code]).toEqual([409, 'name_taken'])
    for (const [json, place] of [
      [{ name: '' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ name: 'x', colour: 'red' }, '/colour'],
      [{ name: 'x', color: '#000000' }, '/color'],
    ] as const) {
      expect(await faults(await call('POST', path, { json }))).toEqual([place])
    }
    expect((await call('POST', path, { json: { name: 'x' }, token: 'starter' })).status).toBe(403)
    expect((await edits()).map(({ verb, entity, to }) => [verb, entity, to])).toEqual([['Added', 'Tag', 'Büro']])
  })

  it('are renamed on every device that has them', proves('tags.patch'), async () => {
    const { create, call, read, addDevice, advance, ctx, edits } = await setUp()
    const tag = await create('Office')
    await create('Lab')
    const device = await addDevice()
    await addDevice(2)
    await call('POST', `${device}/tags`, { json: { tagId: tag.id } })
    const etag = (await call('GET', `${path}/${tag.id}`)).headers.get('ETag') ?? ''
    advance(60)
    const patch = (json: object, headers = {}) => call('PATCH', `${path}/${tag.id}`, { json, headers })
    const answer = await patch({ name: 'OFFICE', colour: '#000000' }, { 'If-Match': etag })
    expect(await answer.json()).toEqual({ ...tag, name: 'OFFICE', colour: '#000000', deviceCount: 1 })
    expect(((await read(device)) as Device).tags).toEqual([{ id: tag.id, name: 'OFFICE' }])
    const since = `/api/v1/devices?changedSince=${ctx.clock.now().toISOString()}`
    expect(await read(since)).toMatchObject({ total: 1, items: [{ tags: [{ name: 'OFFICE' }] }] })
    expect((await patch({ colour: null }, { 'If-Match': etag })).status).toBe(412)
    expect((await patch({ name: 'lab' })).status).toBe(409)
    expect((await patch({ deviceCount: 7 })).status).toBe(400)
    expect(await (await patch({ colour: null })).json()).toMatchObject({ name: 'OFFICE', colour: null })
    const lines = (await edits()).filter(({ entityId, verb }) => entityId === tag.id && verb === 'Modified')
    expect(lines.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['name', 'Office', 'OFFICE'],
      ['colour', null, '#000000'],
      ['colour', '#000000', null],
    ])
  })

  it('are removed from devices and segments when they are deleted', proves('tags.delete'), async () => {
    const { create, call, read, addDevice, addAuditService } = await setUp()
    const tag = await create('Office')
    const device = await addDevice()
    await call('POST', `${device}/tags`, { json: { tagId: tag.id } })
    const segment = await call('POST', '/api/v1/segments', {
      json: {
        name: 'S',
        type: 'address-list',
        addresses: ['10.0.0.1'],
        auditServiceId: await addAuditService(),
        autoTagId: tag.id,
      },
    })
    const { id } = (await segment.json()) as { id: string }
    expect((await call('DELETE', `${path}/${tag.id}`, { token: 'starter' })).status).toBe(403)
    expect((await call('DELETE', `${path}/${tag.id}`)).status).toBe(204)
    expect((await call('DELETE', `${path}/${tag.id}`)).status).toBe(404)
    expect(((await read(device)) as Device).tags).toEqual([])
    expect(await read(`/api/v1/segments/${id}`)).toMatchObject({ autoTagId: null })
  })

  it(
    'are attached to devices by id or name, once, and never created by it',
    proves('devices.tags.attach', 'devices.tags.one', 'devices.tags.notCreated'),
    async () => {
      const { create, call, read, addDevice, edits } = await setUp()
      const [office, lab] = [await create('Office'), await create('Lab')]
      const device = await addDevice()
      const attach = (json: object) => call('POST', `${device}/tags`, { json })
      const shown = ({ id, name }: Tag) => ({ id, name })
      expect(await (await attach({ tagId: office.id })).json()).toEqual({ items: [shown(office)], total: 1 })
      const both = { items: [shown(lab), shown(office)], total: 2 }
      for (const json of [{ tagName: ' lAB ' }, { tagName: 'Lab' }, { tagId: lab.id }]) {
        const answer = await attach(json)
        expect([answer.status, await answer.json()]).toEqual([200, both])
      }
      expect(await read(device)).toMatchObject({ tags: both.items })
      for (const [json, place] of [
        [{ tagName: 'New' }, '/tagName'],
        [{ tagId: newId() }, '/tagId'],
        [{ tagId: office.id, tagName: 'Office' }, ''],
        [{}, ''],
        [{ tag: 'Office' }, '/tag'],
      ] as const) {
        expect(await faults(await attach(json))).toContain(place)
      }
      expect(await read(path)).toMatchObject({ total: 2 })
      const lines = (await edits()).filter(({ field }) => field === 'tags')
      expect(lines.map(({ verb, from, to }) => [verb, from, to])).toEqual([
        ['Modified', null, 'Office'],
        ['Modified', null, 'Lab'],
      ])
    },
  )

  it(
    'are detached from a device and stay in the catalog',
    proves('devices.tags.detach', 'devices.tags.detach404'),
    async () => {
      const { create, call, read, addDevice } = await setUp()
      const tag = await create('Office')
      const device = await addDevice()
      await call('POST', `${device}/tags`, { json: { tagId: tag.id } })
      const where = `${device}/tags/${tag.id}`
      expect((await call('DELETE', where, { headers: { 'If-Match': '"old"' } })).status).toBe(412)
      expect((await call('DELETE', where)).status).toBe(204)
      expect(((await read(device)) as Device).tags).toEqual([])
      expect(await read(`${path}/${tag.id}`)).toMatchObject({ deviceCount: 0 })
      for (const gone of [where, `/api/v1/devices/${newId()}/tags/${tag.id}`, `${device}/tags/${newId()}`]) {
        expect((await call('DELETE', gone)).status, gone).toBe(404)
      }
    },
  )
})

import type { List } from '@rollcall/shared/api/common.ts'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { Installation, SoftwareProduct as Product } from '@rollcall/shared/api/software.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, ping, type Seen } from '../../ingest/testing/observations.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { identityTables } from '../../store/schema/identity.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const pc: Seen = {
  agentId: 'a1',
  hostname: 'pc-1',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  macAddresses: ['00:1b:21:3c:9d:f8'],
  ipAddresses: ['10.0.0.1'],
  software: [{ name: 'vim', version: '9' }],
}

describeOnEitherEngine('an archived device', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    const submit = async (observation: ReturnType<typeof agent>) =>
      (await ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent pc-1' })).deviceId ?? ''
    const read = async <T>(path: string) => (await (await call('GET', path)).json()) as T
    const post = async (path: string, json?: object) => {
      const answer = await call('POST', path, json ? { json } : {})
      expect([path, answer.status]).toEqual([path, 200])
      return (await answer.json()) as Device
    }
    const id = await submit(agent(0, pc))
    await submit(agent(1, { agentId: 'a2', hostname: 'pc-2' }))
    expect((await call('POST', '/api/v1/tags', { json: { name: 'Office' } })).status).toBe(201)
    await post(`/api/v1/devices/${id}/tags`, { tagName: 'Office' })
    const path = `/api/v1/devices/${id}`
    /** Counts the device in every list that leaves archived devices out. */
    const counted = async () => {
      const [vim] = (await read<List<Product>>('/api/v1/software?q=vim')).items
      const [tag] = (await read<List<{ deviceCount: number }>>('/api/v1/tags')).items
      const lists = ['', '?type=computer', '?q=pc-1', '?q=1', '?tag=office', `?tag=office&type=computer`]
      const found = await Promise.all(lists.map((query) => read<List<DeviceListItem>>(`/api/v1/devices${query}`)))
      const { items } = await read<List<Installation>>(`/api/v1/software/${vim?.id}/installations`)
      const csv = await (await call('GET', '/api/v1/devices?format=csv')).text()
      const older = await call('POST', `/api/audit-data/sites/${ctx.siteId}`, { json: {} })
      return {
        totals: found.map(({ total }) => total),
        names: found.map(({ items }) => items.map(({ name }) => name)),
        installations: [vim?.installations, items.length],
        tagged: tag?.deviceCount,
        csv: csv.includes('pc-1'),
        older: ((await older.json()) as { data: { name: string }[] }).data.map(({ name }) => name).sort(),
      }
    }
    const events = () =>
      ctx.store.read((db) => db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id))
    return { ...test, id, path, submit, read, post, counted, events }
  }

  const withIt = {
    totals: [2, 2, 1, 1, 1, 1],
    names: [['pc-1', 'pc-2'], ['pc-1', 'pc-2'], ['pc-1'], ['pc-1'], ['pc-1'], ['pc-1']],
    installations: [1, 1],
    tagged: 1,
    csv: true,
    older: ['pc-1', 'pc-2'],
  }
  const withoutIt = {
    totals: [1, 1, 0, 0, 0, 0],
    names: [['pc-2'], ['pc-2'], [], [], [], []],
    installations: [0, 0],
    tagged: 0,
    csv: false,
    older: ['pc-2'],
  }

  it('is in no list and no count until it is restored', async () => {
    const { path, post, read, counted, advance, ctx, id, events, call } = await setUp()
    expect(await counted()).toEqual(withIt)
    advance(60)
    const archived = await post(`${path}/archive`)
    expect(archived).toMatchObject({ id, archivedAt: '2026-11-20T08:01:00.000Z', tags: [{ name: 'Office' }] })
    expect(await counted()).toEqual(withoutIt)
    expect(await read<Device>(path)).toEqual(archived)
    expect((await read<List<unknown>>(`${path}/snapshots`)).total).toBe(1)
    expect(await read<List<DeviceListItem>>('/api/v1/devices?archived=true')).toMatchObject({
      total: 1,
      items: [{ id, archivedAt: archived.archivedAt, tags: [{ name: 'Office' }] }],
    })
    expect((await read<List<unknown>>('/api/v1/devices?archived=true&q=pc-2')).total).toBe(0)
    expect((await read<List<unknown>>('/api/v1/devices?archived=true&q=pc-1&type=computer')).total).toBe(1)

    // A second archiving changes nothing and emits no event.
    expect(await post(`${path}/archive`)).toEqual(archived)
    const restored = await post(`${path}/restore`)
    expect(restored).toMatchObject({ id, archivedAt: null, tags: [{ name: 'Office' }] })
    expect(await counted()).toEqual(withIt)
    expect(await post(`${path}/restore`)).toEqual(restored)
    const lines = (await changesOf(ctx)).filter(({ field }) => field === 'archivedAt')
    expect(lines.map(({ from, to, actor, deviceId }) => [from, to, actor, deviceId])).toEqual([
      [null, archived.archivedAt, 'Test app', id],
      [archived.archivedAt, null, 'Test app', id],
    ])
    const types = (await events()).filter(({ subjectId }) => subjectId === id).map(({ type }) => type)
    expect(types.filter((type) => type.endsWith('d'))).toEqual(
      expect.arrayContaining(['device.archived', 'device.restored']),
    )
    expect((await call('GET', '/api/v1/devices?archived=yes')).status).toBe(400)
  })

  it('is restored by a later observation, and not by an earlier one', async () => {
    const { path, post, counted, submit, id, read, advance, ctx, events } = await setUp()
    const { items } = await read<List<Installation>>(
      `/api/v1/software/${(await read<List<Product>>('/api/v1/software?q=vim')).items[0]?.id}/installations`,
    )
    advance(60 * 60)
    await post(`${path}/archive`)
    // Observed while the device was in the lists, and spooled, with another list of software.
    expect(await submit(agent(30, { ...pc, software: [{ name: 'emacs', version: '30' }] }))).toBe(id)
    expect(await counted()).toEqual(withoutIt)
    advance(30 * 60)
    expect(
      await submit(
        agent(90, {
          ...pc,
          software: [
            { name: 'emacs', version: '30' },
            { name: 'vim', version: '9' },
          ],
        }),
      ),
    ).toBe(id)
    expect(await counted()).toEqual(withIt)
    expect((await read<List<Product>>('/api/v1/software?q=emacs')).items).toMatchObject([{ installations: 1 }])
    const [vim] = (await read<List<Product>>('/api/v1/software?q=vim')).items
    expect((await read<List<Installation>>(`/api/v1/software/${vim?.id}/installations`)).items).toMatchObject([
      { deviceId: id, installDate: items[0]?.installDate },
    ])
    expect(await read<Device>(path)).toMatchObject({ archivedAt: null, lastSeen: at(90), tags: [{ name: 'Office' }] })
    const back = (await changesOf(ctx)).filter(({ field, to }) => field === 'archivedAt' && to === null)
    expect(back.map(({ actor, from }) => [actor, from])).toEqual([['agent pc-1', at(60)]])
    expect((await events()).filter(({ type }) => type === 'device.restored')).toMatchObject([
      { subjectId: id, data: { name: 'pc-1' } },
    ])
    expect((await read<List<unknown>>(`${path}/snapshots`)).total).toBe(3)
  })

  it('is restored by an answer to a ping', async () => {
    const { path, post, submit, id, read, advance } = await setUp()
    await post(`${path}/archive`)
    advance(600)
    expect(await submit(ping(5, '10.0.0.1', '00:1b:21:3c:9d:f8'))).toBe(id)
    expect(await read<Device>(path)).toMatchObject({ archivedAt: null, tags: [{ name: 'Office' }] })
  })

  it('has no findings and no duplicates until it is restored', async () => {
    const { path, post, read, submit, call, id, ctx } = await setUp()
    const [vim] = (await read<List<Product>>('/api/v1/software?q=vim')).items
    expect((await call('PATCH', `/api/v1/software/${vim?.id}`, { json: { softwareGroup: 'Forbidden' } })).status).toBe(
      200,
    )
    // Hardware of that machine with another network card and another name.
    await submit(
      agent(2, { ...pc, agentId: 'a3', hostname: 'clone', macAddresses: ['00:1b:21:3c:9d:f9'], ipAddresses: [] }),
    )
    const review = {
      deviceId: id,
      siteId: ctx.siteId,
      kind: 'match' as const,
      review: 'Two things changed.',
      snapshotId: '',
      since: at(0),
    }
    await ctx.store.write((tx) => tx.insert(tx.tables(identityTables).deviceReviews).values(review))
    const devices = async () => [
      (await read<List<{ deviceId: string }>>('/api/v1/compliance')).items.some(({ deviceId }) => deviceId === id),
      (await read<List<unknown>>('/api/v1/devices/duplicates')).total,
      (await read<List<{ kind: string; devices: { id: string }[] }>>('/api/v1/reviews')).items.some(
        ({ kind, devices }) => kind === 'device' && devices.some((device) => device.id === id),
      ),
    ]
    expect(await devices()).toEqual([true, 1, true])
    await post(`${path}/archive`)
    expect(await devices()).toEqual([false, 0, false])
    await post(`${path}/restore`)
    expect(await devices()).toEqual([true, 1, true])
  })

  it('refuses tags and merges, and can be deleted', async () => {
    const { path, post, call, id, read } = await setUp()
    const other = (await read<List<DeviceListItem>>('/api/v1/devices?q=pc-2')).items[0]?.id ?? ''
    await post(`${path}/archive`)
    const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
    const refused = [409, 'device_archived']
    expect(await codeOf(await call('POST', `${path}/tags`, { json: { tagName: 'Office' } }))).toEqual(refused)
    const [tag] = (await read<Device>(path)).tags
    expect(await codeOf(await call('DELETE', `${path}/tags/${tag?.id}`))).toEqual(refused)
    expect(await codeOf(await call('POST', `${path}/merge`, { json: { otherId: other } }))).toEqual(refused)
    const into = await call('POST', `/api/v1/devices/${other}/merge`, { json: { otherId: id, dryRun: true } })
    expect(await codeOf(into)).toEqual(refused)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
  })

  it('is the result of DELETE if the setting of the site says so', async () => {
    const { path, call, counted, read, id, ctx } = await setUp()
    const retention = { archiveOnDelete: true }
    expect((await call('PATCH', '/api/v1/site/settings', { json: { retention } })).status).toBe(200)
    expect((await call('DELETE', path)).status).toBe(204)
    expect(await counted()).toEqual(withoutIt)
    expect(await read<Device>(path)).toMatchObject({ id, archivedAt: ctx.clock.now().toISOString() })
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
  })

  it('is archived and restored with the Edit inventory capability', async () => {
    const { path, call } = await setUp()
    for (const verb of ['archive', 'restore']) {
      expect((await call('POST', `${path}/${verb}`, { token: 'reader' })).status).toBe(403)
      expect((await call('POST', `/api/v1/devices/none/${verb}`)).status).toBe(404)
    }
  })
})

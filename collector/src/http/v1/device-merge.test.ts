import type { Change } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, ping, snmp } from '../../ingest/testing/observations.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { dumpOf } from '../../store/testing/dump.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { furnished, mergeApp, pc, twin } from '../testing/merge.ts'

describeOnEitherEngine('merging devices', ({ open }) => {
  it('makes two devices one', proves('devices.merge'), async () => {
    const test = await furnished(await open())
    const { merge, get, survivorId, otherId, path, ctx } = test
    const { mergeId, device, overwritten } = await merge(survivorId, otherId)
    expect(device).toMatchObject({
      id: survivorId,
      name: 'pc1',
      ipAddress: '10.0.0.1',
      serialNumber: 'ABC1234',
      manufacturer: 'Dell Inc.',
      model: 'OptiPlex',
      assetTag: 'INV-7',
      customFields: { owner: 'Ada', floor: 3, room: 'B12' },
      auditSource: 'Agent',
      tags: [{ name: 'Audited' }, { name: 'Office' }],
    })
    expect(overwritten).toEqual([{ field: 'customFields.owner', value: 'Bob', kept: 'Ada' }])
    expect(await get(path(survivorId))).toEqual(device)
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 3 })
    const { items } = await get<{ items: { kind: string; value: string }[] }>(`${path(survivorId)}/identifiers`)
    expect(items.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['ABC1234', '00:1b:21:3c:9d:f8', '00:1b:21:aa:bb:cc', 'pc1', 'pc1-new', '10.0.0.2']),
    )
    expect(await get('/api/v1/devices')).toMatchObject({ total: 1 })
    expect(await get('/api/v1/devices?q=ABC1234')).toMatchObject({ total: 1 })
    expect(await get('/api/v1/agents')).toMatchObject({ items: [{ deviceId: survivorId }] })

    const { items: lines } = await get<{ items: Change[] }>(`${path(survivorId)}/changes`)
    expect(lines.map(({ verb, entityId, field, from, to }) => [verb, entityId, field, from, to])).toEqual(
      expect.arrayContaining([
        ['Modified', survivorId, 'merged', null, otherId],
        ['Deleted', otherId, null, 'pc1-new', null],
        ['Modified', survivorId, 'assetTag', null, 'INV-7'],
        ['Modified', survivorId, 'customFields.room', null, 'B12'],
        ['Modified', survivorId, 'serialNumber', null, 'ABC1234'],
        ['Modified', otherId, 'assetTag', null, 'INV-7'],
      ]),
    )
    const events = await ctx.store.read((db) =>
      db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id),
    )
    expect(events.filter(({ type }) => type === 'device.merged')).toMatchObject([
      { subjectId: survivorId, data: { name: 'pc1', otherId, mergeId } },
    ])
  })

  it('previews the result without a change', proves('devices.merge'), async () => {
    const test = await furnished(await open())
    const { merge, survivorId, otherId, ctx } = test
    for (const [id, other] of [
      [survivorId, otherId],
      [otherId, survivorId],
    ] as const) {
      const before = await dumpOf(ctx.store)
      const shown = await merge(id, other, true)
      expect(await dumpOf(ctx.store)).toEqual(before)
      expect(shown.mergeId).toBeNull()
      const { mergeId, ...done } = await merge(id, other)
      expect({ ...shown, mergeId }).toEqual({ ...done, mergeId })
      await test.unmerge(id, mergeId)
    }
  })

  it('matches observations of either device afterwards', proves('devices.merge'), async () => {
    const { merge, submit, survivorId, otherId } = await mergeApp(await open())
    await merge(survivorId, otherId)
    expect(await submit(agent(5, pc))).toMatchObject({ deviceId: survivorId, isNew: false })
    expect(await submit(snmp(6, '10.0.0.2', twin))).toMatchObject({ deviceId: survivorId, isNew: false })
    expect(await submit(ping(7, '10.0.0.9', '00:1b:21:aa:bb:cc'))).toMatchObject({ deviceId: survivorId })
  })

  it('redirects from the merged id', proves('devices.merged301'), async () => {
    const { merge, unmerge, call, path, survivorId, otherId, otherSnapshotId, get } = await mergeApp(await open())
    const { mergeId } = await merge(survivorId, otherId)
    for (const below of [
      '',
      '?asOf=2026-11-20T09:00:00Z',
      '/snapshots?limit=1&offset=0',
      '/identifiers',
      '/matches',
      '/changes',
      '/ports',
      '/neighbors',
      '/merges',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const moved = await call(method, path(otherId.toUpperCase()) + below)
        expect([moved.status, moved.headers.get('Location')], below).toEqual([301, path(survivorId) + below])
        expect(await moved.text()).toBe('')
      }
    }
    const older = await call('GET', `/api/audit-data/full-data/${otherId}`)
    expect([older.status, older.headers.get('Location')]).toEqual([301, `/api/audit-data/full-data/${survivorId}`])
    expect(await get(`/api/v1/snapshots/${otherSnapshotId}`)).toMatchObject({ deviceId: survivorId })
    const about = (list: string, id: string) => get<List<unknown>>(`/api/v1/${list}?deviceId=${id}`)
    expect((await about('software/change-history', otherId)).total).toBeGreaterThan(0)
    for (const list of ['software/change-history', 'compliance', 'reviews', 'tasks']) {
      expect(await about(list, otherId), list).toEqual(await about(list, survivorId))
    }
    for (const [method, below, json] of [
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/ignore', undefined],
      ['POST', '/tags', { tagName: 'x' }],
      ['POST', '/merge', { otherId: survivorId }],
      ['POST', '/unmerge', { mergeId }],
    ] as const) {
      const answer = await call(method, path(otherId) + below, { json })
      const { status, detail } = (await answer.json()) as Problem
      expect([status, detail]).toEqual([404, expect.stringContaining(survivorId)])
    }
    await unmerge(survivorId, mergeId)
    expect((await call('GET', path(otherId))).status).toBe(200)
    await merge(survivorId, otherId)
    expect((await call('DELETE', path(survivorId))).status).toBe(204)
    expect((await call('GET', path(otherId))).status).toBe(404)
  })

  it('refuses an id that is not another device of the site', async () => {
    const { post, answer, path, survivorId, otherId, merge, submit, ctx, call } = await mergeApp(await open())
    const { deviceId: elsewhere } = await createIngest(ctx).submit({
      siteId: newId(),
      observation: ping(1, '10.9.9.9'),
      actor: 'x',
    })
    const { deviceId: goneId } = await submit(ping(2, '10.0.0.8'))
    await merge(survivorId, goneId)
    for (const other of [survivorId, newId(), elsewhere, goneId]) {
      for (const dryRun of [true, false]) {
        const { errors } = await answer<Problem>(post(`${path(survivorId)}/merge`, { otherId: other, dryRun }), 400)
        expect(errors?.map((each) => each.path)).toEqual(['/otherId'])
      }
    }
    await answer(post(`${path(survivorId)}/merge`, {}), 400)
    await answer(post(`${path(survivorId)}/merge`, { otherId, force: true }), 400)
    await answer(post(`${path(elsewhere)}/merge`, { otherId }), 404)
    await answer(post(`${path(survivorId)}/unmerge`, { mergeId: newId() }), 404)
    for (const [what, json] of [
      ['merge', { otherId, dryRun: true }],
      ['unmerge', { mergeId: newId() }],
    ] as const) {
      expect((await call('POST', `${path(survivorId)}/${what}`, { token: 'starter', json })).status).toBe(403)
    }
  })
})

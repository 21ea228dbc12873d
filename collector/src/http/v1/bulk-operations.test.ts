import type { BulkFailure, BulkOperation } from '@rollcall/shared/api/bulk-operation.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { deleteOldBulkOperations } from '../../bulk/delete-old-operations.ts'
import { runBulkOperations } from '../../bulk/run-operations.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { setLimits } from '../../testing/limits.ts'
import { testApp } from '../testing/app.ts'
import { newCaller, twoSites } from '../testing/caller.ts'

const path = '/api/v1/bulk-operations'

describeOnEitherEngine('a bulk operation', ({ open }) => {
  async function setUp(devices = 4) {
    const test = await testApp(await open())
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    const ids: string[] = []
    for (let n = 1; n <= devices; n += 1) {
      const observation = agent(0, { agentId: newId(), hostname: `pc-${n}`, ipAddresses: [`10.0.0.${n}`] })
      ids.push((await ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })).deviceId ?? '')
    }
    const caller = await newCaller(test, { capabilities: ['EditInventory', 'StartAuditsOrScans'] })
    const { token } = caller
    const as = async <T>(status: number, method: string, where: string, json?: object, by = token) => {
      const answer = await call(method, where, { token: by, ...(json ? { json } : {}) })
      const body = (await answer.json()) as T
      expect([method, where, answer.status, body]).toEqual([method, where, status, body])
      return body
    }
    const get = <T>(where: string) => as<T>(200, 'GET', where)
    const start = (action: object, chosen: object = { ids }) =>
      as<BulkOperation>(201, 'POST', path, { action, devices: chosen })
    const run = () => runBulkOperations(ctx)
    return {
      ...test,
      ids,
      caller,
      as,
      get,
      start,
      run,
      ingest,
      done: async (action: object, chosen?: object) => {
        const { id } = await start(action, chosen)
        await run()
        return get<BulkOperation>(`${path}/${id}`)
      },
      undo: async ({ id }: BulkOperation) => {
        const made = await as<BulkOperation>(201, 'POST', `${path}/${id}/undo`)
        await run()
        return get<BulkOperation>(`${path}/${made.id}`)
      },
      failures: async ({ id }: BulkOperation) => (await get<List<BulkFailure>>(`${path}/${id}/failures`)).items,
      device: (at: number) => get<Device>(`/api/v1/devices/${ids[at]}`),
      names: async (query = '') =>
        (await get<List<DeviceListItem>>(`/api/v1/devices${query}`)).items.map(({ name }) => name),
      newTag: async (name: string) => as<Tag>(201, 'POST', '/api/v1/tags', { name }, 'administrator'),
    }
  }

  it('tags all devices that match when it starts, reports its progress, and its undo leaves earlier tags', async () => {
    const { done, undo, names, newTag, ids, call, ingest, ctx, start, run, get } = await setUp()
    const { id: tagId } = await newTag('Office')
    await call('POST', `/api/v1/devices/${ids[1]}/tags`, { json: { tagId } })
    const { id } = await start({ kind: 'tag', tagId }, { matching: { q: 'pc' } })
    expect(await get(`${path}/${id}`)).toMatchObject({ status: 'Queued', total: 4, done: 0 })
    await ingest.submit({
      siteId: ctx.siteId,
      observation: agent(1, { agentId: 'a9', hostname: 'pc-9' }),
      actor: 'agent',
    })
    await run()
    const operation = await get<BulkOperation>(`${path}/${id}`)
    expect(operation).toMatchObject({ status: 'Finished', total: 4, done: 4, failed: 0, undoable: 3 })
    expect(await names('?tag=office')).toEqual(['pc-1', 'pc-2', 'pc-3', 'pc-4'])
    expect(await undo(operation)).toMatchObject({ status: 'Finished', done: 3, undoes: id, undoable: 0 })
    expect(await names('?tag=office')).toEqual(['pc-2'])
    const removed = await done({ kind: 'untag', tagId })
    expect(removed).toMatchObject({ done: 4, undoable: 1 })
    await undo(removed)
    expect(await names('?tag=office')).toEqual(['pc-2'])
  })

  it('sets fields, and its undo restores each value that nobody has edited since', async () => {
    const { done, undo, failures, device, ids, call } = await setUp(3)
    await call('PATCH', `/api/v1/devices/${ids[0]}`, { json: { customFields: { room: 'A1', floor: 2 } } })
    const operation = await done({ kind: 'edit', fields: { customFields: { room: 'B2', floor: null } } })
    expect(operation).toMatchObject({ done: 3, undoable: 3 })
    expect([await device(0), await device(2)]).toMatchObject([
      { customFields: { room: 'B2' } },
      { customFields: { room: 'B2' } },
    ])
    await call('PATCH', `/api/v1/devices/${ids[1]}`, { json: { customFields: { room: 'C3' } } })
    const reverted = await undo(operation)
    expect(reverted).toMatchObject({ done: 2, failed: 1 })
    expect(await failures(reverted)).toMatchObject([
      { deviceId: ids[1], deviceName: 'pc-2', code: 'precondition_failed' },
    ])
    const fields = [await device(0), await device(1), await device(2)].map(({ customFields }) => customFields)
    expect(fields).toEqual([{ room: 'A1', floor: 2 }, { room: 'C3' }, {}])
  })

  it('archives and restores', async () => {
    const { done, undo, names } = await setUp(3)
    const operation = await done({ kind: 'archive' }, { matching: { q: 'pc-1' } })
    expect([await names(), await names('?archived=true')]).toEqual([['pc-2', 'pc-3'], ['pc-1']])
    await undo(operation)
    expect(await names()).toEqual(['pc-1', 'pc-2', 'pc-3'])
    await done({ kind: 'archive' })
    expect(await done({ kind: 'restore' }, { matching: {} })).toMatchObject({ total: 3, done: 3 })
    expect(await names()).toEqual(['pc-1', 'pc-2', 'pc-3'])
  })

  it('merges a selection into one device, and its undo separates them in reverse order', async () => {
    const { done, undo, names, ids, call } = await setUp(4)
    const operation = await done({ kind: 'merge', into: ids[0] }, { ids: ids.slice(0, 3) })
    expect(operation).toMatchObject({ status: 'Finished', total: 2, done: 2, undoable: 2 })
    expect(await names()).toHaveLength(2)
    expect((await call('GET', `/api/v1/devices/${ids[2]}`)).status).toBe(301)
    expect(await undo(operation)).toMatchObject({ status: 'Finished', done: 2, failed: 0 })
    expect(await names()).toEqual(['pc-1', 'pc-2', 'pc-3', 'pc-4'])
  })

  it('deletes and ignores devices, which cannot be undone', async () => {
    const { done, as, names, get, ids } = await setUp(4)
    const removed = await done({ kind: 'delete' }, { ids: ids.slice(0, 2) })
    expect(removed).toMatchObject({ done: 2, undoable: 0 })
    expect(await as(409, 'POST', `${path}/${removed.id}/undo`)).toMatchObject({ code: 'not_undoable' })
    expect(await done({ kind: 'ignore' }, { ids: ids.slice(2, 3) })).toMatchObject({ done: 1 })
    expect([await names(), (await get<List<object>>('/api/v1/ignore-list')).total]).toEqual([['pc-4'], 1])
  })

  it('goes on after devices that cannot be changed, and names each with its reason', async () => {
    const { done, failures, newTag, ids, call, names } = await setUp(4)
    const { id: tagId } = await newTag('Office')
    await call('POST', `/api/v1/devices/${ids[1]}/archive`)
    await call('DELETE', `/api/v1/devices/${ids[2]}`)
    const operation = await done({ kind: 'tag', tagId })
    expect(operation).toMatchObject({ status: 'Finished', total: 4, done: 2, failed: 2 })
    expect(await failures(operation)).toMatchObject([
      { deviceId: ids[1], deviceName: 'pc-2', code: 'device_archived' },
      { deviceId: ids[2], deviceName: null, code: 'not_found' },
    ])
    expect(await names('?tag=office')).toEqual(['pc-1', 'pc-4'])
    const audits = await done({ kind: 'audit' }, { ids: ids.slice(0, 1) })
    expect(await failures(audits)).toMatchObject([{ code: 'no_audit_service' }])
  })

  it('changes each device once, however often it was interrupted', async () => {
    const { start, ctx, get, newTag, ids, changes } = await withManyDevices()
    const { id: tagId } = await newTag('Office')
    const { id } = await start({ kind: 'tag', tagId })
    let stops = 0
    let isOpen = true
    while (isOpen) {
      // Each process ends after its first transaction, as after a kill.
      const stopping = new AbortController()
      const write: typeof ctx.store.write = async (fn, committed) => {
        const result = await ctx.store.write(fn, committed)
        stopping.abort()
        return result
      }
      await runBulkOperations({ ...ctx, store: { ...ctx.store, write } }, stopping.signal)
      stops += 1
      isOpen = (await get<BulkOperation>(`${path}/${id}`)).finishedAt === null
    }
    expect(stops).toBeGreaterThan(1)
    expect(await get(`${path}/${id}`)).toMatchObject({ status: 'Finished', done: ids.length, failed: 0 })
    expect(await changes(tagId)).toBe(ids.length)
  })

  async function withManyDevices() {
    const test = await setUp(120)
    const changes = async (tagId: string) => {
      const { total } = await test.get<List<object>>('/api/v1/software/change-history?entity=Device&edits=true')
      const tagged = await test.get<List<object>>(`/api/v1/devices?tag=${tagId}`)
      expect(tagged.total).toBe(total)
      return total
    }
    return { ...test, changes }
  }

  it('leaves the other devices unchanged when it is cancelled', async () => {
    const { start, ctx, as, get, newTag, run, names, undo } = await setUp(120)
    const { id: tagId } = await newTag('Office')
    const { id } = await start({ kind: 'tag', tagId })
    const stopping = new AbortController()
    const write: typeof ctx.store.write = async (fn, committed) => {
      const result = await ctx.store.write(fn, committed)
      stopping.abort()
      return result
    }
    await runBulkOperations({ ...ctx, store: { ...ctx.store, write } }, stopping.signal)
    expect(await as(202, 'POST', `${path}/${id}/cancel`)).toMatchObject({ status: 'Cancelled', done: 50 })
    await run()
    const operation = await get<BulkOperation>(`${path}/${id}`)
    expect(operation).toMatchObject({ status: 'Cancelled', total: 120, done: 50 })
    expect(await names(`?tag=${tagId}&limit=1000`)).toHaveLength(50)
    expect(await as(409, 'POST', `${path}/${id}/cancel`)).toMatchObject({ code: 'task_finished' })
    expect(await undo(operation)).toMatchObject({ done: 50 })
    expect(await as(409, 'POST', `${path}/${id}/undo`)).toMatchObject({ code: 'not_undoable' })
    expect(await names(`?tag=${tagId}`)).toEqual([])
  })

  it('stops if its caller loses the capability or is deleted', async () => {
    const { start, run, get, newTag, caller, as, names } = await setUp(2)
    const { id: tagId } = await newTag('Office')
    const first = await start({ kind: 'tag', tagId })
    await as(200, 'PATCH', caller.path, { capabilities: ['StartAuditsOrScans'] }, 'administrator')
    await run()
    expect(await get(`${path}/${first.id}`)).toMatchObject({
      status: 'Stopped',
      done: 0,
      error: 'caller no longer has the Edit inventory capability on this site.',
    })
    expect(await names(`?tag=${tagId}`)).toEqual([])
  })

  it('stops if its tag is deleted', async () => {
    const { start, run, get, newTag, call } = await setUp(2)
    const { id: tagId } = await newTag('Office')
    const { id } = await start({ kind: 'tag', tagId })
    await call('DELETE', `/api/v1/tags/${tagId}`)
    await run()
    expect(await get(`${path}/${id}`)).toMatchObject({ status: 'Stopped', error: 'tagId: is not a tag of this site' })
  })

  it('is refused to callers without the capability, also its cancel and its undo', async () => {
    const { as, start, newTag, ids } = await setUp(2)
    const { id: tagId } = await newTag('Office')
    const body = (kind: object) => ({ action: kind, devices: { ids } })
    for (const by of ['reader', 'starter']) {
      await as(403, 'POST', path, body({ kind: 'tag', tagId }), by)
      await as(403, 'POST', `${path}/count`, body({ kind: 'delete' }), by)
    }
    await as(403, 'POST', path, body({ kind: 'audit' }), 'reader')
    const { id } = await start({ kind: 'tag', tagId })
    await as(403, 'POST', `${path}/${id}/cancel`, undefined, 'starter')
    await as(403, 'POST', `${path}/${id}/undo`, undefined, 'starter')
  })

  it('counts its devices beforehand, which changes nothing', async () => {
    const { as, run, names, get } = await setUp(3)
    const count = (action: object, devices: object) =>
      as<{ total: number }>(200, 'POST', `${path}/count`, { action, devices })
    expect(await count({ kind: 'delete' }, { matching: {} })).toEqual({ total: 3 })
    expect(await count({ kind: 'archive' }, { matching: { q: 'pc-2' } })).toEqual({ total: 1 })
    expect(await count({ kind: 'restore' }, { matching: {} })).toEqual({ total: 0 })
    await run()
    expect(await names()).toHaveLength(3)
    expect(await get<List<object>>(path)).toMatchObject({ total: 0 })
  })

  it('names each fault of a request', async () => {
    const { as, ids, newTag } = await setUp(2)
    const { id: tagId } = await newTag('Office')
    const faultOf = async (action: object, devices: object) => {
      const { errors } = await as<{ errors: { path: string }[] }>(400, 'POST', path, { action, devices })
      return errors[0]?.path
    }
    expect(await faultOf({ kind: 'tag', tagId: ids[0] }, { ids })).toBe('/action/tagId')
    expect(await faultOf({ kind: 'edit', fields: {} }, { ids })).toBe('/action/fields')
    expect(await faultOf({ kind: 'edit', fields: { auditScheduleId: tagId } }, { ids })).toBe(
      '/action/fields/auditScheduleId',
    )
    expect(await faultOf({ kind: 'merge', into: tagId }, { ids })).toBe('/action/into')
    expect(await faultOf({ kind: 'merge', into: ids[0] }, { matching: {} })).toBe('/devices')
    expect(await faultOf({ kind: 'merge', into: ids[0] }, { ids: [ids[0]] })).toBe('/devices/ids')
    expect(await faultOf({ kind: 'merge', into: ids[0] }, { ids: Array(101).fill(ids[1]) })).toBe('/devices/ids')
    expect(await faultOf({ kind: 'tag', tagId }, { matching: { q: 'nothing' } })).toBe('/devices/matching')
    expect(await faultOf({ kind: 'tag', tagId }, { matching: { misspelt: 'x' } })).toMatch(/^\/devices/)
    expect(await faultOf({ kind: 'tag', tagId }, { ids: Array(1001).fill(ids[0]) })).toMatch(/^\/devices/)
    expect(await faultOf({ kind: 'format' }, { ids })).toMatch(/^\/action/)
  })

  it('counts each device against the quota of an App registration, or does not start', async () => {
    const { as, ctx, ids, newTag, get } = await setUp(4)
    const { id: tagId } = await newTag('Office')
    const used = async () => (await get<{ transactions: number }>('/api/v1/usage')).transactions
    const before = await used()
    await setLimits(ctx, { monthlyTransactions: before + 4 })
    const refused = await as(429, 'POST', path, { action: { kind: 'tag', tagId }, devices: { ids } })
    expect(refused).toMatchObject({ code: 'quota_exhausted' })
    expect(await used()).toBe(before + 2)
    await as(201, 'POST', path, { action: { kind: 'tag', tagId }, devices: { ids: ids.slice(0, 1) } })
    await setLimits(ctx, {})
    expect(await used()).toBe(before + 5)
  })

  it('belongs to its site, and is deleted 30 days after its end', async () => {
    const test = await setUp(2)
    const { done, call, ctx, advance, newTag } = test
    const { both, branchId } = await twoSites(test)
    const { id: tagId } = await newTag('Office')
    const operation = await done({ kind: 'tag', tagId })
    const elsewhere = { token: both.token, headers: { 'X-Site-Id': branchId } }
    for (const below of ['', '/failures']) {
      expect((await call('GET', `${path}/${operation.id}${below}`, elsewhere)).status).toBe(404)
    }
    advance(29 * 86_400)
    await deleteOldBulkOperations(ctx, timeOf(ctx))
    const read = async () => (await call('GET', `${path}/${operation.id}`)).status
    expect(await read()).toBe(200)
    advance(2 * 86_400)
    await deleteOldBulkOperations(ctx, timeOf(ctx))
    expect(await read()).toBe(404)
  })
})

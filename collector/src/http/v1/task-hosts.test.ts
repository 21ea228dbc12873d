import type { List } from '@rollcall/shared/api/common.ts'
import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { deleteDevice } from '../../devices/edit/delete-device.ts'
import { acceptHosts } from '../../ingest/accept/accept-host.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { createIgnoreEntry } from '../../scanning/ignore-list/create-entry.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { requestScan } from '../../scanning/tasks/request-scan.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

describeOnBothEngines('/api/v1/tasks/{id}/hosts', ({ open }) => {
  it('lists the hosts that answered in order, each once', async () => {
    const { ctx, call, addAuditService, advance } = await testApp(await open())
    const serviceId = await addAuditService()
    const given = { name: 'Lab', type: 'ip-range', auditServiceId: serviceId, addresses: ['10.0.0.0/24'] }
    const segment = await createSegment(ctx, createSegmentSchema.parse(given))
    const { taskId } = await requestScan(ctx, segment.id, { audit: false })
    await createIgnoreEntry(ctx, { kind: 'ip', pattern: '10.0.0.3', reason: null })
    const ingest = createIngest(ctx)
    const see = async (...addresses: string[]) => {
      const at = ctx.clock.now().toISOString()
      const hosts = addresses.map((address) => ({ id: newId(), observedAt: at, address }))
      await acceptHosts(
        ctx,
        ingest,
        { version: 1, id: newId(), taskId, attempt: 1, at, kind: 'hosts', hosts },
        serviceId,
      )
    }
    const list = async (query = '') => {
      const answer = await call('GET', `/api/v1/tasks/${taskId}/hosts${query}`, { token: 'reader' })
      expect(answer.status).toBe(200)
      return (await answer.json()) as List<TaskHost>
    }
    const named = (address: string) => ({ id: expect.any(String), name: address, type: 'unknown' })
    const host = (address: string, second: number, outcome = 'new') => ({
      address,
      outcome,
      at: `2026-11-20T08:00:0${second}.000Z`,
      device: outcome === 'ignored' ? null : named(address),
    })

    expect(await list()).toEqual({ items: [], total: 0 })
    await see('10.0.0.9', '10.0.0.3')
    advance(1)
    await see('10.0.0.9', '10.0.0.1')
    const all = [host('10.0.0.3', 0, 'ignored'), host('10.0.0.9', 0), host('10.0.0.1', 1)]
    expect(await list()).toEqual({ items: all, total: 3 })
    expect(await list('?limit=1&offset=1')).toEqual({ items: [all[1]], total: 3 })
    expect(await list('?since=2026-11-20T08:00:01Z')).toEqual({ items: [all[2]], total: 1 })

    const again = await requestScan(
      ctx,
      (await createSegment(ctx, createSegmentSchema.parse({ ...given, name: 'Hall' }))).id,
      { audit: false },
    )
    const { items } = await list()
    await deleteDevice(ctx, items[1]?.device?.id ?? '')
    expect((await list()).items[1]).toEqual({ ...all[1], device: null })
    const others = await call('GET', `/api/v1/tasks/${again.taskId}/hosts`)
    expect(await others.json()).toEqual({ items: [], total: 0 })
  })

  it('is limited to the site', async () => {
    const { call } = await testApp(await open())
    for (const id of [newId(), 'no-id']) expect((await call('GET', `/api/v1/tasks/${id}/hosts`)).status).toBe(404)
    expect((await call('GET', `/api/v1/tasks/${newId()}/hosts?since=yesterday`)).status).toBe(400)
  })
})

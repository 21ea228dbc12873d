import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/test-stores.ts'
import { testApp } from '../test-app.ts'
import { auditedComputer } from '../test-computer.ts'

describeOnBothEngines('a single resource', ({ open }) => {
  it('carries a strong ETag, and 304 answers the one that is known', async () => {
    const { call, ctx, addAuditService } = await testApp(await open())
    const { deviceId, snapshotId, raw } = await auditedComputer(ctx)
    const json = { name: 'Lab', type: 'address-list', auditServiceId: await addAuditService(), addresses: ['10.0.0.1'] }
    const segment = await (await call('POST', '/api/v1/segments', { json })).json()
    const { id: segmentId } = segment as { id: string }
    const scan = await (await call('POST', `/api/v1/segments/${segmentId}/scan`)).json()
    const { taskId } = scan as { taskId: string }

    const paths = [
      `devices/${deviceId}`,
      `segments/${segmentId}`,
      `tasks/${taskId}`,
      `snapshots/${snapshotId}`,
      `snapshots/${snapshotId}/download`,
      `snapshots/${snapshotId}/raw`,
    ].map((path) => `/api/v1/${path}`)
    for (const path of paths) {
      const first = await call('GET', path)
      const etag = first.headers.get('ETag') ?? ''
      expect([first.status, etag], path).toEqual([200, expect.stringMatching(/^"[^"]+"$/)])
      const known = await call('GET', path, { headers: { 'If-None-Match': `"other", ${etag}` } })
      expect([known.status, known.headers.get('ETag'), await known.text()], path).toEqual([304, etag, ''])
      expect((await call('GET', path, { headers: { 'If-None-Match': '"other"' } })).status, path).toBe(200)
    }
    expect(await (await call('GET', `/api/v1/snapshots/${snapshotId}/raw`)).text()).toBe(raw.toString())

    const task = `/api/v1/tasks/${taskId}`
    const queued = (await call('GET', task)).headers.get('ETag') ?? ''
    await call('POST', `${task}/cancel`)
    expect((await call('GET', task, { headers: { 'If-None-Match': queued } })).status).toBe(200)
  })
})

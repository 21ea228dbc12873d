import { expect, it } from 'vitest'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'
import { auditedComputer } from '../testing/computer.ts'

describeOnEitherEngine('a single resource', ({ open }) => {
  it('has a strong ETag, and 304 for a current If-None-Match', async () => {
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

  it('is changed if its editable fields are current, whatever else has changed', async () => {
    const { call, ctx } = await testApp(await open())
    const { deviceId } = await auditedComputer(ctx)
    const made = await call('POST', '/api/v1/tags', { json: { name: 'Office' } })
    const { id: tagId } = (await made.json()) as { id: string }
    const read = async (path: string, headers = {}) => {
      const answer = await call('GET', path, { headers })
      return { status: answer.status, etag: answer.headers.get('ETag') ?? '' }
    }
    const edit = async (path: string, json: object, etag: string) => {
      const answer = await call('PATCH', path, { json, headers: { 'If-Match': etag } })
      return { status: answer.status, etag: answer.headers.get('ETag') ?? '' }
    }
    const [tag, device] = [`/api/v1/tags/${tagId}`, `/api/v1/devices/${deviceId}`]
    const seen = { tag: await read(tag), device: await read(device) }
    expect(made.headers.get('ETag')).toBe(seen.tag.etag)

    // The device count of the tag, and the tags of the device, change without an edit of either.
    await call('POST', `${device}/tags`, { json: { tagId } })
    for (const [path, { etag }] of [[tag, seen.tag] as const, [device, seen.device] as const]) {
      expect((await read(path, { 'If-None-Match': etag })).status, path).toBe(200)
    }
    expect((await edit(tag, { colour: '#000000' }, `W/${seen.tag.etag}`)).status).toBe(412)
    expect((await edit(tag, { colour: '#000000' }, seen.device.etag)).status).toBe(412)
    const renamed = await edit(tag, { name: 'Bureau' }, `"other", ${seen.tag.etag}`)
    expect(renamed).toEqual({ status: 200, etag: (await read(tag)).etag })
    expect((await edit(device, { assetTag: 'INV-1' }, seen.device.etag)).status).toBe(200)

    expect((await edit(tag, { name: 'Lab' }, seen.tag.etag)).status).toBe(412)
    expect((await edit(device, { customFields: { owner: 'Ada' } }, seen.device.etag)).status).toBe(412)
    expect((await call('DELETE', tag, { headers: { 'If-Match': seen.tag.etag } })).status).toBe(412)
    expect((await call('DELETE', tag, { headers: { 'If-Match': renamed.etag } })).status).toBe(204)
  })
})

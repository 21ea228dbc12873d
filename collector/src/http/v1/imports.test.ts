import { gzipSync } from 'node:zlib'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { ImportResult } from '@rollcall/shared/api/import.ts'
import type { Snapshot } from '@rollcall/shared/api/snapshot.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { computer, networkSwitch, partial } from '../../ingest/testing/documents.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

type App = Awaited<ReturnType<typeof testApp>>
const bodyOf = async <T>(answer: Response): Promise<T> => (await answer.json()) as T

async function imported({ call }: App, json: object): Promise<ImportResult> {
  const answer = await call('POST', '/api/v1/imports', { json })
  expect([200, 201], await answer.clone().text()).toContain(answer.status)
  return bodyOf(answer)
}
const device = async ({ call }: App, id: string) => bodyOf<Device>(await call('GET', `/api/v1/devices/${id}`))

describeOnEitherEngine('POST /api/v1/imports', ({ open }) => {
  it('accepts a GLPI document, and stores it unchanged', proves('imports.glpi', 'imports.raw'), async () => {
    const app = await testApp(await open())
    const body = JSON.stringify(computer, null, 1)
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    const answer = await app.call('POST', '/api/v1/imports', { body: new Uint8Array(gzipSync(body)), headers })
    const result = await bodyOf<ImportResult>(answer)
    expect([answer.status, result]).toMatchObject([201, { status: 'stored', isNew: true }])
    expect(answer.headers.get('Location')).toBe(`/api/v1/snapshots/${result.snapshotId}`)
    expect(await device(app, result.deviceId)).toMatchObject({
      name: 'workbench',
      type: 'computer',
      serialNumber: 'WB-7731',
      auditSource: 'Import',
      auditDate: '2026-11-20T07:30:00.000Z',
    })
    const raw = await app.call('GET', `/api/v1/snapshots/${result.snapshotId}/raw`)
    expect(await raw.text()).toBe(body)
    const [change] = await changesOf(app.ctx)
    expect(change).toMatchObject({ actor: 'Test app' })
  })

  it('changes nothing when the same document is imported again', async () => {
    const app = await testApp(await open())
    const first = await imported(app, computer)
    const again = await app.call('POST', '/api/v1/imports', { json: computer })
    expect(again.status).toBe(200)
    expect(await bodyOf(again)).toEqual({ ...first, status: 'duplicate', isNew: false })
  })

  it('updates a section by a partial document, and creates no device', async () => {
    const app = await testApp(await open())
    const softwares = [{ name: 'vim', version: '9.1', from: 'dpkg' }]
    const unknown = await app.call('POST', '/api/v1/imports', { json: partial({ softwares }) })
    expect([unknown.status, (await bodyOf<{ code: string }>(unknown)).code]).toEqual([409, 'unknown_device'])
    expect((await bodyOf<{ total: number }>(await app.call('GET', '/api/v1/devices'))).total).toBe(0)

    const { deviceId } = await imported(app, computer)
    const before = (await device(app, deviceId)).data
    app.advance(60)
    expect(await imported(app, partial({ softwares }))).toMatchObject({ deviceId, isNew: false })
    const after = (await device(app, deviceId)).data
    expect(after?.software).toMatchObject([{ name: 'vim', version: '9.1' }])
    expect(after).toMatchObject({ hardware: before?.hardware, network: before?.network })

    app.advance(60)
    await imported(app, partial({ batteries: [{ name: 'BAT1', serial: 'B2' }], drives: [{ type: '/home', total: 1 }] }))
    const last = (await device(app, deviceId)).data
    expect(last?.software).toEqual(after?.software)
    expect(last?.hardware).toEqual({
      ...before?.hardware,
      volumes: [{ mount: '/home', sizeBytes: 1_048_576 }],
      batteries: [{ name: 'battery 1', model: 'BAT1', serialNumber: 'B2' }],
    })
  })

  it('matches a computer by its identity values, and a switch in the same document', async () => {
    const app = await testApp(await open())
    const { deviceId } = await imported(app, computer)
    const { accesslog: _, ...rest } = computer.content
    app.advance(60)
    const again = await imported(app, {
      ...computer,
      content: { ...rest, hardware: { ...rest.hardware, name: 'renamed' } },
    })
    expect(again).toMatchObject({ deviceId, isNew: false })
    expect(await device(app, deviceId)).toMatchObject({ name: 'renamed' })
    const other = await imported(app, networkSwitch)
    expect(other.isNew).toBe(true)
    expect(await device(app, other.deviceId)).toMatchObject({ type: 'network-device', ipAddress: '192.0.2.9' })
  })

  it('creates no device from a document without identity', async () => {
    const { call } = await testApp(await open())
    for (const content of [{}, { hardware: 5 }]) {
      const answer = await call('POST', '/api/v1/imports', { json: { ...computer, content } })
      expect(answer.status).toBe(400)
      expect(await bodyOf(answer)).toMatchObject({
        errors: [{ path: '/content', message: expect.stringContaining('send the document') }],
      })
    }
    expect(await bodyOf(await call('GET', '/api/v1/devices'))).toMatchObject({ total: 0 })
  })

  it('creates no device from an observation with only an address', async () => {
    const app = await testApp(await open())
    const seen = {
      schemaVersion: 1,
      id: '018f6f2e-6b7a-7c3d-9e4f-5a6b7c8d9e0f',
      source: 'Service',
      observedAt: '2026-11-20T07:30:00.000Z',
      type: 'unknown',
      name: '192.0.2.9',
      identity: { macAddresses: ['00:1b:21:3c:9d:f8'] },
      network: { ipAddress: '192.0.2.9' },
      depth: 'discovery',
    }
    const answer = await app.call('POST', '/api/v1/imports', { json: seen })
    expect([answer.status, await bodyOf(answer)]).toMatchObject([400, { errors: [{ path: '/depth' }] }])
    expect((await bodyOf<{ total: number }>(await app.call('GET', '/api/v1/devices'))).total).toBe(0)
  })

  it('refuses other documents, and callers without the capability', async () => {
    const { call } = await testApp(await open())
    const post = (json: unknown, token = 'administrator') => call('POST', '/api/v1/imports', { json, token })
    expect((await post({})).status).toBe(400)
    expect((await post([computer])).status).toBe(400)
    expect((await post(computer, 'reader')).status).toBe(403)
    const deep = { ...computer, other: JSON.parse('['.repeat(64) + ']'.repeat(64)) as unknown }
    const refused = await post(deep)
    expect([refused.status, (await bodyOf<{ code: string }>(refused)).code]).toEqual([400, 'malformed_json'])
    const headers = { 'Content-Type': 'text/xml' }
    expect((await call('POST', '/api/v1/imports', { body: '<a/>', headers })).status).toBe(415)
  })
})

describeOnEitherEngine('devices and snapshots that callers create', ({ open }) => {
  const written = {
    name: 'press-1',
    type: 'printer',
    manufacturer: 'HP',
    serialNumber: 'CNBJ1234567',
    ipAddresses: ['192.0.2.70'],
  }

  it('have the origin Import or Manual', proves('snapshots.create'), async () => {
    const app = await testApp(await open())
    const data = { software: [{ name: 'firmware', version: '7' }], customFields: { floor: 3 } }
    for (const [source, auditDate] of [
      ['Manual', '2026-11-20T07:00:00Z'],
      ['Import', '2026-11-20T08:30:00+01:00'],
    ]) {
      const json = { source, auditDate, device: written, data }
      const answer = await app.call('POST', '/api/v1/snapshots', { json })
      const snapshot = await bodyOf<Snapshot>(answer)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('Location')).toBe(`/api/v1/snapshots/${snapshot.id}`)
      // The fields of the device identify it, and are no hardware that an audit has read.
      expect(snapshot).toMatchObject({ source, data, notRead: ['hardware', 'network'] })
      const raw = await app.call('GET', `/api/v1/snapshots/${snapshot.id}/raw`)
      expect(await raw.json()).toEqual(json)
    }
    const { total } = await bodyOf<{ total: number }>(await app.call('GET', '/api/v1/devices'))
    expect(total).toBe(1)
  })

  it('have no time in the future', async () => {
    const { call } = await testApp(await open())
    const write = (auditDate: string) =>
      call('POST', '/api/v1/snapshots', { json: { source: 'Manual', auditDate, device: written } })
    for (const auditDate of ['9999-12-31T23:59:59Z', '2026-11-20T08:06:00Z', '1969-12-31T23:59:59Z']) {
      const answer = await write(auditDate)
      expect(answer.status, auditDate).toBe(400)
      expect((await bodyOf<{ errors: object[] }>(answer)).errors).toMatchObject([{ path: '/auditDate' }])
    }
    const ahead = await write('2026-11-20T08:04:00Z')
    expect(await bodyOf<Snapshot>(ahead)).toMatchObject({ auditDate: '2026-11-20T08:00:00.000Z' })
  })

  it('include a device with a Manual snapshot', proves('devices.create'), async () => {
    const app = await testApp(await open())
    const answer = await app.call('POST', '/api/v1/devices', { json: written })
    const made = await bodyOf<Device>(answer)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Location')).toBe(`/api/v1/devices/${made.id}`)
    expect(made).toMatchObject({ name: 'press-1', type: 'printer', serialNumber: 'CNBJ1234567', auditSource: 'Manual' })
    const raw = await app.call('GET', `/api/v1/snapshots/${made.auditId}/raw`)
    expect(await raw.json()).toEqual(written)
    const again = await app.call('POST', '/api/v1/devices', { json: { ...written, name: 'other' } })
    expect([again.status, (await bodyOf<{ code: string }>(again)).code]).toEqual([409, 'device_exists'])
  })

  it('are created once by parallel calls', proves('devices.create'), async () => {
    const { call } = await testApp(await open())
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/api/v1/devices', { json: written })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const { items } = await bodyOf<{ items: Device[] }>(await call('GET', '/api/v1/devices'))
    const snapshots = await call('GET', `/api/v1/devices/${items[0]?.id}/snapshots`)
    expect([items.length, (await bodyOf<{ total: number }>(snapshots)).total]).toEqual([1, 1])
  })

  it('may have only a name', proves('devices.create'), async () => {
    const { call } = await testApp(await open())
    const answer = await call('POST', '/api/v1/devices', { json: { name: 'press-2' } })
    expect(answer.status).toBe(201)
    const made = await bodyOf<Device>(answer)
    const empty = { hardware: {}, software: [], network: {}, customFields: {} }
    expect(made).toMatchObject({ name: 'press-2', auditSource: 'Manual', data: empty })
    const json = { source: 'Import', auditDate: '2026-11-20T07:00:00Z', device: { name: 'press-2' } }
    const snapshot = await call('POST', '/api/v1/snapshots', { json })
    expect(snapshot.status).toBe(201)
    expect(await bodyOf(snapshot)).toMatchObject({ deviceId: made.id, data: empty })
  })

  it.each([
    ['an unknown field', { ...written, colour: 'red' }, '/colour'],
    ['no name', { type: 'printer' }, '/name'],
    ['an odd MAC', { ...written, macAddresses: ['x'] }, '/macAddresses/0'],
    ['an odd address', { ...written, ipAddresses: ['1.2.3'] }, '/ipAddresses/0'],
    ['a NUL', { ...written, serialNumber: 'a\u0000b' }, '/serialNumber'],
    ['an unknown section', { ...written, data: { cables: [] } }, '/data/cables'],
    [
      'an unknown field of a section',
      { ...written, data: { hardware: { os: { nam: 'Debian' } } } },
      '/data/hardware/os/nam',
    ],
  ])('names %s', async (_, json, path) => {
    const { call } = await testApp(await open())
    const answer = await call('POST', '/api/v1/devices', { json })
    expect(answer.status).toBe(400)
    expect((await bodyOf<{ errors: object[] }>(answer)).errors).toMatchObject([{ path }])
  })

  it.each(['devices', 'snapshots'])('are refused if %s is ambiguous', async (resource) => {
    const { call } = await testApp(await open())
    const device = JSON.stringify(written)
    const rest = '"source":"Manual","auditDate":"2026-11-20T07:00:00Z"'
    const [start, at] = resource === 'devices' ? [device.slice(0, -1), ''] : [`{${rest},"device":${device}`, '/device']
    const deep = '['.repeat(65) + ']'.repeat(65)
    const bodies: [body: string, path: string][] = [
      [`${start},"data":{"customFields":{"a":1,"a":2}}}`, '/data/customFields/a'],
      [`${start},"data":{"customFields":{"__proto__":"x"}}}`, '/data/customFields/__proto__'],
      [String.raw`${start},"data":{"customFields":{"a":"\ud800"}}}`, '/data/customFields/a'],
      [`${start},"data":{"customFields":{"a":${deep}}}}`, ''],
      [`${start}}`.replace('"type"', '"name":"press-2","type"'), `${at}/name`],
    ]
    for (const [body, path] of bodies) {
      const answer = await call('POST', `/api/v1/${resource}`, {
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      const { errors } = await bodyOf<{ errors: object[] }>(answer)
      expect([answer.status, errors], body.slice(0, 300)).toMatchObject([400, [{ path }]])
    }
    const { total } = await bodyOf<{ total: number }>(await call('GET', '/api/v1/devices'))
    expect(total).toBe(0)
  })

  it('need Edit inventory', async () => {
    const { call } = await testApp(await open())
    for (const path of ['devices', 'snapshots']) {
      expect((await call('POST', `/api/v1/${path}`, { json: {}, token: 'reader' })).status).toBe(403)
    }
  })
})

import { deviceListSchema, deviceSchema } from '@rollcall/shared/api/device.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connectApi } from '../harness/api-client.ts'
import { type CheckedApi, problemOf, startCheckedApi } from './support/checked-api.ts'
import { allDevices, snapshotsOf } from './support/inventory.ts'

let up: CheckedApi['up']
let openApi: CheckedApi['openApi']
let call: CheckedApi['call']
let deviceId: string
let segmentId: string

beforeAll(async () => {
  ;({ up, openApi, call } = await startCheckedApi())
  deviceId = (await allDevices(up.api))[0]?.id ?? ''
  segmentId = segmentSchema.parse((await call('POST', '/api/v1/segments', { body: segment('Office') })).json()).id
})
afterAll(() => up?.stop())

const segment = (name: string) => ({
  name,
  type: 'ip-range',
  auditServiceId: up.facts.auditServiceId,
  addresses: ['10.71.0.0/28'],
})

describe('requests that cannot be served', () => {
  const kinds = ['devices', 'segments', 'tasks', 'snapshots'] as const
  test.each(kinds)('/api/v1/%s/{id} with an unknown or malformed id is 404', async (kind) => {
    for (const id of [newId(), 'no-id', '0', "' OR 1=1 --"]) {
      const answer = await call('GET', `/api/v1/${kind}/${encodeURIComponent(id)}`)
      expect(problemOf(answer, 404).code).toBe('not_found')
    }
    const paths = [`/api/v1/devices/${newId()}/snapshots`, `/api/v1/snapshots/${newId()}/raw`]
    for (const path of paths) expect(problemOf(await call('GET', path), 404).code).toBe('not_found')
  })

  test('an unknown path is 404, another method 405 with Allow', async () => {
    expect(problemOf(await up.api.get('/api/v1/nothing'), 404).code).toBe('not_found')
    expect(problemOf(await up.api.get('/nothing', { token: null }), 404).code).toBe('not_found')
    for (const path of ['/api/v1/devices', `/api/v1/devices/${deviceId}/snapshots`, '/api/oauth/token']) {
      const answer = await up.api.call('DELETE', path)
      expect(problemOf(answer, 405).code).toBe('method_not_allowed')
      expect(answer.headers['allow']).toMatch(path.endsWith('token') ? /POST/ : /GET/)
      expect(answer.headers['allow']).not.toContain('DELETE')
    }
  })

  test('a body of another type is 415, a malformed one 400, a large one 413', async () => {
    const post = (body: string, type: string) =>
      call('POST', '/api/v1/segments', { body, headers: { 'Content-Type': type } })
    expect(problemOf(await post('name=x', 'application/x-www-form-urlencoded'), 415).code).toBe(
      'unsupported_media_type',
    )
    expect(problemOf(await post(JSON.stringify(segment('x')), 'text/plain'), 415).code).toBe('unsupported_media_type')
    expect(problemOf(await post('{"name":', 'application/json'), 400).code).toBe('malformed_json')
    const large = JSON.stringify({ ...segment('large'), name: 'x'.repeat(1024 * 1024) })
    const refused = await post(large, 'application/json')
    expect(problemOf(refused, 413).code).toBe('payload_too_large')
    // The rest of the body is dropped, and not read as the next request.
    expect((await call('GET', '/api/v1/segments')).status).toBe(200)
  })

  test('every invalid field of a body is named by its JSON pointer', async () => {
    const post = async (body: unknown) => problemOf(await call('POST', '/api/v1/segments', { body }), 400)
    const paths = (problem: Problem) => problem.errors?.map(({ path }) => path).sort()
    expect(paths(await post({ type: 'street', extra: 1 }))).toEqual(['/extra', '/name', '/type'])
    expect(
      paths(await post({ ...segment('a'), addresses: ['10.0.0.1-10.0.0.9', '10.0.0.0/33', '-oN/tmp/x'] })),
    ).toEqual(['/addresses/1', '/addresses/2'])
    expect(paths(await post({ ...segment('a'), addresses: [] }))).toEqual(['/addresses'])
    expect(paths(await post({ ...segment('a'), addresses: ['10.0.0.0/8'] }))).toEqual(['/addresses/0'])
    const unknown = { ...segment('a'), auditServiceId: newId(), credentialIds: [newId()], autoTagId: newId() }
    expect(paths(await post(unknown))).toEqual(['/auditServiceId', '/autoTagId', '/credentialIds/0'])
    const { auditServiceId: _, ...without } = segment('a')
    expect(paths(await post(without))).toEqual(['/auditServiceId'])
    expect(paths(await post({ ...segment('a'), scanOptions: { snmpPorts: [0] } }))).toEqual([
      '/scanOptions/snmpPorts/0',
    ])
    expect((await post([])).code).toBe('validation_failed')
  })

  test('an unknown query parameter and an invalid page are 400 and named', async () => {
    const faults = [
      ['devices', 'tpye=printer', 'tpye'],
      ['devices', 'type=toaster', 'type'],
      ['devices', 'sort=colour', 'sort'],
      ['devices', 'changedSince=yesterday', 'changedSince'],
      ['segments', 'limit=0', 'limit'],
      ['segments', 'limit=1001', 'limit'],
      ['tasks', 'offset=-1', 'offset'],
      ['tasks', 'status=Done', 'status'],
      [`devices/${deviceId}/snapshots`, 'from=2026-01-01', 'from'],
    ] as const
    for (const [path, query, name] of faults) {
      const problem = problemOf(await call('GET', `/api/v1/${path}?${query}`), 400)
      expect(
        problem.errors?.map((each) => each.path),
        query,
      ).toEqual([name])
    }
  })

  test('plain HTTP gets one line that names HTTPS, and nothing else', async () => {
    const plain = await fetch(`${up.facts.url.replace('https:', 'http:')}/healthz`)
    expect([plain.status, await plain.text()]).toEqual([
      400,
      'This port takes HTTPS only: use https:// in the address.\n',
    ])
    const stranger = await connectApi({ ...up.facts, url: up.facts.url.replace('127.0.0.1', 'localhost') })
    expect((await stranger.get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await stranger.get('/readyz')).status).toBe(200)
  })
})

describe('resources', () => {
  test('single resources have a strong ETag, and 304 for a current If-None-Match', async () => {
    const [snapshot] = await snapshotsOf(up.api, deviceId)
    for (const path of [`devices/${deviceId}`, `segments/${segmentId}`, `snapshots/${snapshot?.id}`]) {
      const { headers } = await call('GET', `/api/v1/${path}`)
      const etag = String(headers['etag'])
      expect(etag, path).toMatch(/^"[^"]+"$/)
      const unchanged = await call('GET', `/api/v1/${path}`, { headers: { 'If-None-Match': `"other", ${etag}` } })
      expect({ status: unchanged.status, etag: unchanged.headers['etag'] }, path).toEqual({ status: 304, etag })
      const stale = await call('GET', `/api/v1/${path}`, { headers: { 'If-None-Match': '"other"' } })
      expect(stale.status, path).toBe(200)
    }
  })

  test('a segment is created and found, and its name is unique without regard to case', async () => {
    const created = await call('POST', '/api/v1/segments', { body: segment('Warehouse') })
    expect(created.status).toBe(201)
    const { id } = segmentSchema.parse(created.json())
    expect(created.headers['location']).toBe(`/api/v1/segments/${id}`)
    expect((await call('GET', `/api/v1/segments/${id}`)).json()).toEqual(created.json())
    const again = await call('POST', '/api/v1/segments', { body: segment(' wareHOUSE ') })
    expect(problemOf(again, 409).code).toBe('name_taken')
    const listed = await call('GET', `/api/v1/segments?type=ip-range&auditServiceId=${up.facts.auditServiceId}`)
    expect(listed.json()).toMatchObject({ total: 2, items: [{ name: 'Office' }, { name: 'Warehouse' }] })
    expect((await call('GET', '/api/v1/segments?type=aws')).json()).toEqual({ items: [], total: 0 })
    const second = await call('GET', '/api/v1/segments?limit=1&offset=1')
    expect(second.json()).toMatchObject({ total: 2, items: [{ name: 'Warehouse' }] })
  })

  test('a segment in the No service state cannot be scanned', async () => {
    const created = await call('POST', '/api/v1/segments', { body: segment('Left alone') })
    const { id } = segmentSchema.parse(created.json())
    expect((await call('PATCH', `/api/v1/segments/${id}`, { body: { auditServiceId: null } })).status).toBe(200)
    expect((await call('GET', `/api/v1/segments/${id}`)).json()).toMatchObject({ auditServiceId: null })
    const refused = await call('POST', `/api/v1/segments/${id}/scan`, { body: { audit: true } })
    expect(problemOf(refused, 400).code).toBe('no_audit_service')
  })

  test('secrets of credentials are write-only', async () => {
    const community = { name: 'core', kind: 'snmp-community', version: 'v2c', community: 'very-secret-community' }
    const user = {
      name: 'v3',
      kind: 'snmp-v3',
      user: 'auditor',
      securityLevel: 'authPriv',
      authProtocol: 'SHA-256',
      authPassword: 'very-secret-auth',
      privProtocol: 'AES-128',
      privPassword: 'very-secret-priv',
    }
    for (const body of [community, user]) {
      const created = await call('POST', '/api/v1/credentials', { body })
      expect(created.status).toBe(201)
      expect(created.body.toString()).not.toContain('very-secret')
    }
    const list = await call('GET', '/api/v1/credentials')
    expect(list.json()).toMatchObject({ total: 2, items: [{ name: 'core' }, { name: 'v3' }] })
    expect(list.body.toString()).not.toContain('very-secret')
    const { privPassword: _, ...incomplete } = user
    const refused = problemOf(await call('POST', '/api/v1/credentials', { body: incomplete }), 400)
    expect(refused.errors).toMatchObject([{ path: '/privPassword' }])
  })

  test('devices are found by any part of their identifiers, and by nothing else', async () => {
    const device = deviceSchema.parse((await call('GET', `/api/v1/devices/${deviceId}`)).json())
    const mac = device.macAddress ?? ''
    const parts = [device.name.toUpperCase(), device.name.slice(0, 2), device.ipAddress, mac, mac.replaceAll(':', '-')]
    for (const part of parts.filter((each) => each !== null && each !== '')) {
      const found = await call('GET', `/api/v1/devices?q=${encodeURIComponent(part ?? '')}`)
      expect(
        deviceListSchema.parse(found.json()).items.map(({ id }) => id),
        part ?? '',
      ).toEqual([deviceId])
    }
    for (const query of ['q=no-such-device', 'type=camera', 'tag=none', `segmentId=${segmentId}`]) {
      expect((await call('GET', `/api/v1/devices?${query}`)).json(), query).toEqual({ items: [], total: 0 })
    }
    const since = encodeURIComponent('2020-01-01T01:00:00+01:00')
    expect((await call('GET', `/api/v1/devices?changedSince=${since}`)).json()).toMatchObject({ total: 1 })
    expect((await call('GET', `/api/v1/devices?lastSeenBefore=${since}`)).json()).toMatchObject({ total: 0 })
  })

  test('snapshots of a device are listed by time and source', async () => {
    const list = (query: string) => call('GET', `/api/v1/devices/${deviceId}/snapshots?${query}`)
    const [snapshot] = await snapshotsOf(up.api, deviceId)
    const auditDate = encodeURIComponent(snapshot?.auditDate ?? '')
    for (const query of ['', 'source=Agent', `from=${auditDate}`, `to=${auditDate}`]) {
      expect((await list(query)).json(), query).toMatchObject({ total: 1, items: [{ id: snapshot?.id }] })
    }
    for (const query of ['source=Service', 'from=2100-01-01T00:00:00Z', 'to=2000-01-01T00:00:00Z', 'offset=1']) {
      expect((await list(query)).json(), query).toMatchObject({ items: [] })
    }
    for (const path of ['', '/download', '/raw']) {
      expect((await call('GET', `/api/v1/snapshots/${snapshot?.id}${path}`)).status, path).toBe(200)
    }
  })

  test('tasks are listed newest first, and filtered by their fields', async () => {
    const ids: string[] = []
    for (let count = 0; count < 2; count += 1) {
      const accepted = await call('POST', `/api/v1/segments/${segmentId}/scan`)
      ids.unshift(z.object({ taskId: z.uuid() }).parse(accepted.json()).taskId)
      expect((await call('POST', `/api/v1/tasks/${ids[0]}/cancel`)).status).toBe(202)
    }
    const list = async (query: string) => {
      const answer = await call('GET', `/api/v1/tasks?${query}`)
      return z
        .object({ items: z.array(z.object({ id: z.string() })) })
        .parse(answer.json())
        .items.map(({ id }) => id)
    }
    expect((await list('limit=2')).slice(0, 2)).toEqual(ids)
    expect((await list(`status=Cancelled&kind=scan&segmentId=${segmentId}`)).slice(0, 2)).toEqual(ids)
    expect(await list('status=Success')).toEqual([])
    expect(await list(`auditServiceId=${newId()}`)).toEqual([])
    expect((await call('GET', `/api/v1/tasks/${ids[0]}`)).json()).toMatchObject({ id: ids[0], status: 'Cancelled' })
    expect(problemOf(await call('POST', `/api/v1/tasks/${ids[0]}/cancel`), 409).code).toBe('task_finished')
  })
})

test('the checker of the description refuses responses that are not described', async () => {
  const path = `/api/v1/segments/${segmentId}`
  const answer = await up.api.get(path)
  const { name, ...rest } = segmentSchema.parse(answer.json())
  const body = (value: unknown) => ({ ...answer, body: Buffer.from(JSON.stringify(value)) })
  expect(() => openApi.check('GET', path, body({ ...rest, name }))).not.toThrow()
  expect(() => openApi.check('GET', path, body(rest))).toThrow('name')
  expect(() => openApi.check('GET', path, body({ ...rest, name, colour: 'red' }))).toThrow('colour')
  expect(() => openApi.check('GET', path, { ...answer, status: 418 })).toThrow('418')
})

import type { List } from '@rollcall/shared/api/common.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { hostAuditOf, untried } from '@rollcall/shared/messages/host-audit.ts'
import { expect, it } from 'vitest'
import { storeSightings } from '../../ingest/testing/store-sightings.ts'
import { loadForDispatch } from '../../scanning/tasks/dispatch-task.ts'
import { recordFinished, recordTested } from '../../scanning/tasks/record-progress.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const directory = { url: 'ldaps://dc1.example.org', baseDn: 'dc=example,dc=org' }

describeOnEitherEngine('a chosen credential', ({ open }) => {
  async function setUp(fields: object = {}) {
    const test = await testApp(await open())
    const { ctx, call, addAuditService } = test
    const serviceId = await addAuditService()
    const make = async (path: string, json: object) => {
      const response = await call('POST', path, { json })
      expect(response.status).toBe(201)
      return ((await response.json()) as { id: string }).id
    }
    const snmp = (name: string) =>
      make('/api/v1/credentials', { name, kind: 'snmp-community', version: 'v2c', community: `community-${name}` })
    const [own, foreign] = [await snmp('own'), await snmp('foreign')]
    const ldap = await make('/api/v1/credentials', { name: 'ad', kind: 'ldap', username: 'u', password: 'p' })
    const given = { name: 'Lab', type: 'address-list', auditServiceId: serviceId, addresses: ['10.0.0.0/28'] }
    const credentialIds = 'directory' in fields ? [ldap, own] : [own]
    const segmentId = await make('/api/v1/segments', { ...given, credentialIds, ...fields })
    const post = async (path: string, json: object, token = 'administrator') => {
      const response = await call('POST', path, { json, token })
      const body = (await response.json()) as { taskId: string; code: string; errors?: { path: string }[] }
      return { ...body, status: response.status, location: response.headers.get('Location') }
    }
    /** Runs a scan that finds these addresses and reads none. */
    const find = async (...addresses: string[]) => {
      const { taskId } = await post(`/api/v1/segments/${segmentId}/scan`, {})
      const at = ctx.clock.now().toISOString()
      const head = { version: 1 as const, id: newId(), taskId, attempt: 1, at }
      const audit = untried('no-answer')
      const hosts = addresses.map((address) => ({ id: newId(), observedAt: at, address, audit }))
      await storeSightings(ctx, { taskId, serviceId, sightings: hosts })
      const counts = { addressesTotal: 16, addressesDone: 16, hostsFound: 1, audited: 0, notAudited: 1, failed: 0 }
      const end = { ...head, kind: 'finished' as const, outcome: { status: 'Success' as const } }
      const progress = { attempt: 1, ...counts }
      await recordFinished(ctx, { taskId, attempt: 1, serviceId }, { ...end, progress })
      return taskId
    }
    const read = async <T>(path: string) => (await (await call('GET', path)).json()) as T
    const tryOut = (id: string, address: string, token?: string) =>
      post(`/api/v1/credentials/${id}/test`, { segmentId, address }, token)
    return { ...test, serviceId, segmentId, own, foreign, ldap, post, find, read, tryOut }
  }

  it('is tested at one address of a segment, and its result is the host of the task', async () => {
    const { ctx, serviceId, own, tryOut, read } = await setUp()
    const { status, location, taskId } = await tryOut(own, '10.0.0.7')
    expect([status, location]).toEqual([202, `/api/v1/tasks/${taskId}`])
    expect((await tryOut(own, '10.0.0.7')).code).toBe('audit_running')
    const sent = await loadForDispatch(ctx, taskId)
    expect(sent?.task).toMatchObject({ kind: 'credential-test', addresses: ['10.0.0.7'], serviceId })
    expect(sent?.credentials).toEqual([{ id: own, kind: 'snmp-community', version: 'v2c', community: 'community-own' }])

    const worker = { taskId, attempt: 1, serviceId }
    const head = { version: 1 as const, id: newId(), taskId, attempt: 1, at: ctx.clock.now().toISOString() }
    const attempt = { protocol: 'snmp-v2c', port: 161, credentialId: own, reason: 'wrong-community' } as const
    const audit = hostAuditOf([attempt], false)
    const tested = { ...head, kind: 'tested' as const, audit }
    await recordTested(ctx, { ...worker, serviceId: newId() }, { ...tested, address: '10.0.0.7' })
    await recordTested(ctx, worker, { ...tested, address: '10.9.9.9' })
    await recordTested(ctx, worker, { ...tested, address: '10.0.0.7' })
    const progress = { attempt: 1, addressesTotal: 1, addressesDone: 1, hostsFound: 1, audited: 0, failed: 0 }
    await recordFinished(ctx, worker, {
      ...head,
      kind: 'finished',
      outcome: { status: 'Failed', error: 'x' },
      progress,
    })
    const { items } = await read<List<TaskHost>>(`/api/v1/tasks/${taskId}/hosts`)
    expect(items).toMatchObject([
      {
        ...{ address: '10.0.0.7', outcome: 'tested', device: null },
        audit: { state: 'notAudited', text: 'SNMPv2c own: an agent answers, but not to this community' },
      },
    ])
    expect(await read<TaskRecord>(`/api/v1/tasks/${taskId}`)).toMatchObject({
      kind: 'credential-test',
      status: 'Failed',
      progress: { new: 0, known: 0, hostsFound: 1, notAudited: 1 },
    })
    expect(await read('/api/v1/devices')).toMatchObject({ total: 0 })
  })

  it.each([
    ['outside the segment', '10.0.0.16', '/address'],
    ['that is a range', '10.0.0.0/30', '/address'],
    ['that is a name', 'core.example.org', '/address'],
    ['of this machine', '127.0.0.1', '/address'],
  ])('is not tested at an address %s', async (_what, address, path) => {
    const { own, tryOut, read } = await setUp()
    expect(await tryOut(own, address)).toMatchObject({ status: 400, errors: [{ path }] })
    expect(await read('/api/v1/tasks')).toMatchObject({ total: 0 })
  })

  it.each([
    ['names', { addresses: ['core.example.org'] }],
    ['a directory', { type: 'active-directory', addresses: undefined, directory }],
  ])('is tested in a segment of %s only where a scan found a host', async (_what, fields) => {
    const { own, tryOut, find } = await setUp(fields)
    expect(await tryOut(own, '192.0.2.7')).toMatchObject({ status: 400, errors: [{ path: '/address' }] })
    await find('192.0.2.7')
    expect(await tryOut(own, '192.0.2.7')).toMatchObject({ status: 202 })
    expect(await tryOut(own, '192.0.2.8')).toMatchObject({ status: 400 })
  })

  it('needs a kind for hosts, and an Administrator if the segment does not use it', async () => {
    const { own, foreign, ldap, tryOut } = await setUp()
    expect(await tryOut(ldap, '10.0.0.7')).toMatchObject({ status: 400 })
    expect(await tryOut(newId(), '10.0.0.7')).toMatchObject({ status: 404 })
    expect((await tryOut(own, '10.0.0.7', 'reader')).status).toBe(403)
    expect((await tryOut(foreign, '10.0.0.7', 'starter')).status).toBe(403)
    expect((await tryOut(own, '10.0.0.7', 'starter')).status).toBe(202)
    expect((await tryOut(foreign, '10.0.0.7')).status).toBe(202)
  })

  it('audits chosen hosts of a task again, and no others', async () => {
    const { ctx, own, foreign, ldap, post, find } = await setUp()
    const scanned = await find('10.0.0.3', '10.0.0.5')
    const again = (json: object, token?: string) => post(`/api/v1/tasks/${scanned}/audit`, json, token)
    expect(await again({ addresses: ['10.0.0.3', '10.0.0.4'] })).toMatchObject({
      ...{ status: 400, errors: [{ path: '/addresses/1' }] },
    })
    expect(await again({ addresses: [] })).toMatchObject({ status: 400 })
    const addresses = ['10.0.0.5']
    expect(await again({ addresses, credentialIds: [own, ldap] })).toMatchObject({
      ...{ status: 400, errors: [{ path: '/credentialIds/1' }] },
    })
    expect((await again({ addresses, credentialIds: [foreign] }, 'starter')).status).toBe(403)
    const { status, taskId } = await again({ addresses, credentialIds: [foreign] })
    expect(status).toBe(202)
    const sent = await loadForDispatch(ctx, taskId)
    expect(sent?.task).toMatchObject({ kind: 'audit', addresses })
    expect(sent?.credentials).toMatchObject([{ id: foreign }])
    expect(await again({ addresses })).toMatchObject({ status: 409, code: 'audit_running' })
    expect(await post(`/api/v1/tasks/${newId()}/audit`, { addresses })).toMatchObject({ status: 404 })
  })
})

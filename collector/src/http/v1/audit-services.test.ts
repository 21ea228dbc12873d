import { createUser, type KeyPair } from '@nats-io/nkeys'
import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { renewalStatement } from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { emitStatusEvents } from '../../scanning/audit-services/emit-status.ts'
import { listServiceUsers } from '../../scanning/audit-services/read-audit-services.ts'
import { recordHeartbeat } from '../../scanning/audit-services/record-heartbeat.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { outboxTables } from '../../store/schema/outbox.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf, timeOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/audit-services'
/** Creates keys of an Audit Service that differ by a letter. */
const keys = (letter: string) => ({ userPublicKey: `U${letter.repeat(55)}`, curvePublicKey: `X${letter.repeat(55)}` })
const beat = { version: productVersion, hostname: 'hq', capabilities: [], runningTasks: [], spoolBytes: 0 }

describeOnEitherEngine('/api/v1/audit-services', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call } = test
    const join = ({ token }: JoinTokenMade, letter: string, name?: string) => {
      const { secret } = parseJoinToken(token) ?? {}
      const json = { secret, hostname: 'hq', version: productVersion, ...keys(letter), ...(name ? { name } : {}) }
      return call('POST', '/api/audit-service/join', { token: null, json })
    }
    const post = async <T>(where: string, json: unknown): Promise<T> =>
      (await (await call('POST', where, { json })).json()) as T
    const first = await post<JoinTokenMade>('/api/v1/join-tokens', { for: 'audit-service' })
    const { auditServiceId: id } = (await (await join(first, 'A', 'HQ')).json()) as { auditServiceId: string }
    const lab = { name: 'Lab', type: 'address-list', auditServiceId: id, addresses: ['10.0.0.1'] }
    const segment = await post<Segment>('/api/v1/segments', lab)
    const { taskId } = await post<{ taskId: string }>(`/api/v1/segments/${segment.id}/scan`, {})
    const get = async <T>(where: string) => (await (await call('GET', where)).json()) as T
    const task = () => get<TaskRecord>(`/api/v1/tasks/${taskId}`)
    /** Returns the messages in the outbox about a subject. */
    const outbox = async (subjectId: string) => {
      const rows = await test.ctx.store.read((db) => db.select().from(db.tables(outboxTables).outbox))
      return rows.filter((row) => row.subjectId === subjectId).map(({ kind }) => kind)
    }
    const statuses = async () => {
      const events = await test.ctx.store.read((db) =>
        db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id),
      )
      return events.filter(({ type }) => type === 'auditService.changed').map(({ data }) => data['status'])
    }
    return { ...test, join, post, get, id, where: `${path}/${id}`, segment, taskId, task, outbox, statuses }
  }

  it('have a status', proves('auditServices.fields'), async () => {
    const { call, ctx, get, id, where, advance, statuses } = await setUp()
    const fields = { version: productVersion, lastSeen: null, networks: null, capabilities: [] }
    const pending = { id, name: 'HQ', siteId: ctx.siteId, ...fields }
    expect(await get(where)).toEqual({ ...pending, status: 'Pending' })
    const capabilities = [{ name: 'ping', available: true }]
    const attached = { interfaceName: 'eth0', macAddress: '00:1b:21:00:00:01', address: '10.9.0.5', prefixLength: 22 }
    await recordHeartbeat(ctx, id, { ...beat, capabilities, networks: [attached] })
    const networks = [{ network: '10.9.0.0/22', address: '10.9.0.5', interfaceName: 'eth0' }]
    const active = { ...pending, status: 'Active', lastSeen: '2026-11-20T08:00:00.000Z', networks, capabilities }
    expect(await get(path)).toEqual({ items: [active], total: 1 })
    await emitStatusEvents(ctx, timeOf(ctx))
    await emitStatusEvents(ctx, timeOf(ctx))
    advance(31)
    expect(await get(where)).toEqual({ ...active, status: 'Inactive' })
    await emitStatusEvents(ctx, timeOf(ctx))
    const etag = (await call('GET', where)).headers.get('ETag') ?? ''
    await recordHeartbeat(ctx, id, { ...beat, version: '0.0.1' })
    expect(await get(where)).toMatchObject({ status: 'Outdated', version: '0.0.1' })
    expect(await statuses()).toEqual(['Pending', 'Active', 'Inactive'])
    const renamed = await call('PATCH', where, { json: { name: 'Main' }, headers: { 'If-Match': etag } })
    expect([renamed.status, ((await renamed.json()) as AuditService).name]).toEqual([200, 'Main'])
    expect((await call('PATCH', where, { json: { name: 'x' }, headers: { 'If-Match': etag } })).status).toBe(412)
    expect((await call('PATCH', where, { json: { version: '2' } })).status).toBe(400)
    expect((await call('PATCH', where, { token: 'starter', json: {} })).status).toBe(403)
    expect(await changesOf(ctx)).toContainEqual(
      expect.objectContaining({ entityId: id, field: 'name', from: 'HQ', to: 'Main' }),
    )
  })

  it(
    'join again under their own id, with a token for one use within one hour',
    proves('auditServices.joinToken'),
    async () => {
      const { call, ctx, join, post, get, where, id, segment, task, taskId, outbox, advance } = await setUp()
      await recordHeartbeat(ctx, id, beat)
      const made = await call('POST', `${where}/join-token`)
      const token = (await made.json()) as JoinTokenMade
      expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
      expect(token).toMatchObject({
        for: 'audit-service',
        uses: 1,
        siteId: ctx.siteId,
        expiresAt: '2026-11-20T09:00:00.000Z',
      })
      expect(await get(`/api/v1/join-tokens/${token.id}`)).toMatchObject({ usesLeft: 1, auditServiceId: id })
      const joined = await join(token, 'B', 'Other name')
      expect([joined.status, await joined.json()]).toEqual([
        201,
        expect.objectContaining({ auditServiceId: id, name: 'HQ' }),
      ])
      expect(await get(where)).toMatchObject({ id, name: 'HQ', status: 'Pending', lastSeen: null, networks: null })
      expect(await get(path)).toMatchObject({ total: 1 })
      expect(await get(`/api/v1/segments/${segment.id}`)).toMatchObject({ auditServiceId: id })
      expect(await listServiceUsers(ctx)).toEqual([{ serviceId: id, userPublicKey: keys('B').userPublicKey }])
      expect(await outbox(id)).toEqual(['revoke'])
      expect(await task()).toMatchObject({ status: 'Failed', error: expect.stringMatching(/rejoined/) })
      expect(await outbox(taskId)).toContain('cancel')
      expect((await join(token, 'C')).status).toBe(403)
      const late = await post<JoinTokenMade>(`${where}/join-token`, {})
      advance(3600)
      expect((await join(late, 'C')).status).toBe(403)
      expect((await call('POST', `${where}/join-token`, { token: 'starter' })).status).toBe(403)
    },
  )

  it('lose segments, tasks and access when they are deleted', proves('auditServices.delete'), async () => {
    const { call, ctx, join, post, get, where, id, segment, task, taskId, outbox, statuses } = await setUp()
    const token = await post<JoinTokenMade>(`${where}/join-token`, {})
    expect((await call('DELETE', where, { token: 'starter' })).status).toBe(403)
    expect((await call('DELETE', where, { headers: { 'If-Match': '"stale"' } })).status).toBe(412)
    expect((await call('DELETE', where)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await call(method, where)).status).toBe(404)
    expect((await call('POST', `${where}/join-token`)).status).toBe(404)
    expect(await get(`/api/v1/segments/${segment.id}`)).toMatchObject({ auditServiceId: null })
    expect((await call('POST', `/api/v1/segments/${segment.id}/scan`)).status).toBe(400)
    expect(await task()).toMatchObject({ status: 'Cancelled' })
    expect(await outbox(taskId)).toContain('cancel')
    expect(await listServiceUsers(ctx)).toEqual([])
    expect(await outbox(id)).toEqual(['revoke'])
    expect((await join(token, 'B')).status).toBe(403)
    expect(await statuses()).toEqual(['Pending', 'Deleted'])
  })

  it('renew their access with a current signature of their own key, until they are deleted', async () => {
    const { call, post } = await setUp()
    const user = createUser()
    const { token } = await post<JoinTokenMade>('/api/v1/join-tokens', { for: 'audit-service' })
    const { secret } = parseJoinToken(token) ?? {}
    const machine = {
      secret,
      hostname: 'lab',
      version: productVersion,
      ...keys('B'),
      userPublicKey: user.getPublicKey(),
    }
    const joined = await call('POST', '/api/audit-service/join', { token: null, json: machine })
    const { auditServiceId } = (await joined.json()) as { auditServiceId: string }
    const renew = async (
      change: { auditServiceId?: string; issuedAt?: string; signer?: KeyPair; signature?: string } = {},
    ) => {
      const statement = { auditServiceId, issuedAt: new Date().toISOString(), ...change }
      const signed = (change.signer ?? user).sign(renewalStatement(statement))
      const { issuedAt } = statement
      const signature = change.signature ?? Buffer.from(signed).toString('base64')
      const json = { auditServiceId: statement.auditServiceId, issuedAt, signature }
      const answer = await call('POST', '/api/audit-service/renew', { token: null, json })
      return [answer.status, ((await answer.json()) as { code?: string; userJwt?: string }).code ?? 'renewed']
    }
    const refused = [403, 'renewal_refused']
    expect(await renew()).toEqual([200, 'renewed'])
    expect(await renew({ signer: createUser() })).toEqual(refused)
    expect(await renew({ signature: 'AAAA' })).toEqual(refused)
    expect(await renew({ auditServiceId: newId() })).toEqual(refused)
    for (const offMs of [-360_000, 360_000]) {
      expect(await renew({ issuedAt: new Date(Date.now() + offMs).toISOString() })).toEqual(refused)
    }
    expect((await call('DELETE', `${path}/${auditServiceId}`)).status).toBe(204)
    expect(await renew()).toEqual(refused)
  })
})

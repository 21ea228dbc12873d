import type { Problem } from '@rollcall/shared/api/problem.ts'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, snmp } from '../../ingest/testing/observations.ts'
import { listSegments } from '../../scanning/segments/list-segments.ts'
import { loadForDispatch } from '../../scanning/tasks/dispatch-task.ts'
import { endAbandonedTasks } from '../../scanning/tasks/end-abandoned-tasks.ts'
import { recordFinished, recordStarted } from '../../scanning/tasks/record-progress.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/tasks'

describeOnEitherEngine('/api/v1/tasks', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, ctx } = test
    const auditServiceId = await test.addAuditService()
    const segment = async (name: string, fields: object = {}) => {
      const json = { name, type: 'address-list', auditServiceId, addresses: ['10.0.0.0/24'], ...fields }
      return (await (await call('POST', '/api/v1/segments', { json })).json()) as Segment
    }
    const ingest = createIngest(ctx)
    const found = async (address: string, segmentId?: string) => {
      const observation = snmp(0, address, { serialNumber: `S-${address}` })
      const delivery = { siteId: ctx.siteId, observation, actor: 'test', ...(segmentId ? { segmentId } : {}) }
      return (await ingest.submit(delivery)).deviceId
    }
    const audit = (deviceId: string, token = 'starter') => call('POST', `/api/v1/devices/${deviceId}/audit`, { token })
    const queued = async (answering: Promise<Response>) => {
      const answer = await answering
      const { taskId, ...rest } = (await answer.json()) as { taskId: string }
      expect([answer.status, rest]).toEqual([202, { status: 'Queued' }])
      expect(answer.headers.get('Location')).toBe(`${path}/${taskId}`)
      return taskId
    }
    const scan = (segmentId: string) => queued(call('POST', `/api/v1/segments/${segmentId}/scan`))
    const get = async (taskId: string) => (await (await call('GET', `${path}/${taskId}`)).json()) as TaskRecord
    const end = async (taskId: string, status: 'Success' | 'Failed') => {
      const { addressesTotal, addressesDone, hostsFound, audited, failed } = (await get(taskId)).progress
      const progress = { attempt: 1, addressesTotal, addressesDone, hostsFound, audited, failed }
      const worker = { taskId, attempt: 1, serviceId: auditServiceId }
      const at = '2026-11-20T08:00:00.000Z'
      await recordStarted(ctx, worker, at, 1)
      await recordFinished(ctx, worker, {
        version: 1,
        id: newId(),
        taskId,
        attempt: 1,
        at,
        kind: 'finished',
        outcome: { status },
        progress,
      })
    }
    const problem = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).code]
    return { ...test, auditServiceId, segment, found, ingest, audit, queued, scan, get, end, problem }
  }

  it('are listed newest first, by every filter', proves('tasks.list'), async () => {
    const { call, auditServiceId, addAuditService, segment, found, audit, queued, scan, end, advance } = await setUp()
    const [lab, hall] = [await segment('Lab'), await segment('Hall', { auditServiceId: await addAuditService() })]
    const deviceId = await found('10.0.0.7', lab.id)
    const first = await scan(lab.id)
    await end(first, 'Success')
    const [second, third] = [await scan(lab.id), await scan(hall.id)]
    advance(1)
    const fourth = await queued(audit(deviceId))
    const ids = async (query: string) => {
      const { items, total } = (await (await call('GET', `${path}${query}`)).json()) as {
        items: TaskRecord[]
        total: number
      }
      return { ids: items.map(({ id }) => id), total }
    }
    // For equal times the later id comes first.
    expect(await ids('')).toEqual({ ids: [fourth, third, second, first], total: 4 })
    expect(await ids('?limit=2&offset=1')).toEqual({ ids: [third, second], total: 4 })
    expect(await ids('?status=Success')).toEqual({ ids: [first], total: 1 })
    expect(await ids('?kind=scan')).toEqual({ ids: [third, second, first], total: 3 })
    expect(await ids(`?segmentId=${hall.id}`)).toEqual({ ids: [third], total: 1 })
    expect(await ids(`?deviceId=${deviceId}`)).toEqual({ ids: [fourth], total: 1 })
    expect(await ids(`?auditServiceId=${auditServiceId}&status=Queued`)).toEqual({ ids: [fourth, second], total: 2 })
    expect(await ids(`?deviceId=${newId()}`)).toEqual({ ids: [], total: 0 })
    for (const query of ['?status=Done', '?kind=sweep', '?segmentId=1'])
      expect((await call('GET', `${path}${query}`)).status).toBe(400)
  })

  it(
    'are read with their progress, and can be cancelled until they end',
    proves('tasks.get', 'tasks.cancel'),
    async () => {
      const { call, auditServiceId, segment, scan, get, end, problem } = await setUp()
      const lab = await segment('Lab')
      const taskId = await scan(lab.id)
      const counts = {
        addressesTotal: 0,
        addressesDone: 0,
        addressesDoneTo: null,
        hostsFound: 0,
        ignored: 0,
        new: 0,
        known: 0,
        audited: 0,
        notAudited: 0,
        failed: 0,
        reasons: [],
      }
      const queued = {
        id: taskId,
        kind: 'scan',
        status: 'Queued',
        segmentId: lab.id,
        deviceId: null,
        deviceName: null,
        auditServiceId,
        requestedBy: 'Test app',
        createdAt: '2026-11-20T08:00:00.000Z',
        startedAt: null,
        finishedAt: null,
        progress: counts,
        error: null,
      }
      expect(await get(taskId)).toEqual(queued)
      const cancel = (token = 'starter') => call('POST', `${path}/${taskId}/cancel`, { token })
      expect((await cancel('reader')).status).toBe(403)
      const cancelled = await cancel()
      const ended = { ...queued, status: 'Cancelled', finishedAt: '2026-11-20T08:00:00.000Z' }
      expect([cancelled.status, await cancelled.json()]).toEqual([202, ended])
      await end(taskId, 'Success')
      expect(await get(taskId)).toEqual(ended)
      expect(await problem(await cancel())).toEqual([409, 'task_finished'])
      const other = await scan(lab.id)
      await end(other, 'Failed')
      expect(await get(other)).toMatchObject({ status: 'Failed' })
      expect(await problem(await call('POST', `${path}/${other}/cancel`))).toEqual([409, 'task_finished'])
      expect(await problem(await call('POST', `${path}/${newId()}/cancel`))).toEqual([404, 'not_found'])
    },
  )

  it('go from Queued through Running to one final state', proves('tasks.states', 'state.task.success'), async () => {
    const { ctx, auditServiceId, segment, scan, get, end, advance } = await setUp()
    const lab = await segment('Lab')
    const ends: Record<string, string> = {}
    for (const status of ['Success', 'Failed'] as const) {
      const taskId = await scan(lab.id)
      expect(await get(taskId)).toMatchObject({ status: 'Queued', startedAt: null, finishedAt: null })
      await recordStarted(ctx, { taskId, attempt: 1, serviceId: auditServiceId }, '2026-11-20T08:00:00.000Z', 1)
      expect(await get(taskId)).toMatchObject({ status: 'Running', finishedAt: null })
      await end(taskId, status)
      ends[taskId] = status
    }
    const expired = await scan(lab.id)
    advance(3601)
    await endAbandonedTasks(ctx, timeOf(ctx))
    ends[expired] = 'Expired'
    for (const [taskId, status] of Object.entries(ends)) {
      await end(taskId, status === 'Success' ? 'Failed' : 'Success')
      expect(await get(taskId)).toMatchObject({ status })
    }
  })

  it('audit one device by the Audit Service of its segment', proves('devices.audit'), async () => {
    const { ctx, auditServiceId, segment, found, audit, queued, get, end, problem } = await setUp()
    const options = { hostTimeoutMs: 5000, tcpPorts: [22] }
    const lab = await segment('Lab', { scanOptions: options })
    const deviceId = await found('10.0.0.7', lab.id)
    const taskId = await queued(audit(deviceId))
    expect(await get(taskId)).toMatchObject({
      kind: 'audit',
      status: 'Queued',
      segmentId: lab.id,
      deviceId,
      deviceName: expect.any(String),
      auditServiceId,
    })
    expect((await loadForDispatch(ctx, taskId))?.task).toMatchObject({
      kind: 'audit',
      addresses: ['10.0.0.7'],
      options,
    })
    expect(await problem(await audit(deviceId))).toEqual([409, 'audit_running'])
    await end(taskId, 'Success')
    // Audits do not change lastScan.
    expect((await listSegments(ctx, { limit: 1, offset: 0 })).items).toMatchObject([{ lastScan: null }])
    await queued(audit(deviceId))
    expect(await problem(await audit(deviceId, 'reader'))).toEqual([403, 'insufficient_privilege'])
    expect(await problem(await audit(newId()))).toEqual([404, 'not_found'])
    const { events } = ctx.store.tables(eventTables)
    const reported = await ctx.store.read((db) =>
      db.select().from(events).where(eq(events.subjectId, taskId)).orderBy(events.id),
    )
    expect(reported[0]).toMatchObject({ type: 'task.changed', data: { kind: 'audit', status: 'Queued' } })
  })

  it('refuse an audit of a device without an Audit Service', proves('devices.audit'), async () => {
    const { call, ctx, segment, found, ingest, audit, problem } = await setUp()
    const reported = agent(0, { agentId: newId(), name: 'pc-1' })
    const { deviceId: byAgent } = await ingest.submit({
      siteId: ctx.siteId,
      observation: reported,
      actor: 'agent pc-1',
    })
    expect(await problem(await audit(byAgent))).toEqual([400, 'no_audit_service'])
    const lab = await segment('Lab')
    const patch = (json: object) => call('PATCH', `/api/v1/segments/${lab.id}`, { json })
    const deviceId = await found('10.0.0.7', lab.id)
    await patch({ scanOptions: { pingOnly: true } })
    expect(await problem(await audit(deviceId))).toEqual([400, 'validation_failed'])
    // The address is no longer in the segment.
    await patch({ scanOptions: { pingOnly: false }, addresses: ['10.0.1.0/24'] })
    expect(await problem(await audit(deviceId))).toEqual([400, 'validation_failed'])
    // Only the Audit Service can resolve a name.
    await patch({ addresses: ['printer.example'] })
    expect((await audit(deviceId)).status).toBe(202)
    const without = snmp(1, '10.0.0.7', { serialNumber: 'S-2' })
    const { ipAddress: _, ...network } = without.network ?? { interfaces: [] }
    const observation = { ...without, network, identity: { ...without.identity, ipAddresses: [] } } as typeof without
    const nowhere = await ingest.submit({ siteId: ctx.siteId, observation, actor: 'test', segmentId: lab.id })
    expect(await problem(await audit(nowhere.deviceId))).toEqual([400, 'validation_failed'])
    await patch({ auditServiceId: null })
    const other = await found('10.0.0.8', lab.id)
    expect(await problem(await audit(other))).toEqual([400, 'no_audit_service'])
    await call('DELETE', `/api/v1/segments/${lab.id}`)
    expect(await problem(await audit(other))).toEqual([400, 'no_audit_service'])
  })
})

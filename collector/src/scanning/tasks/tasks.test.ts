import { createCredentialSchema } from '@rollcall/shared/api/credential.ts'
import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { untried } from '@rollcall/shared/messages/host-audit.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { updateSiteSettings } from '../../sites/update-settings.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { outboxTables } from '../../store/schema/outbox.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext, timeOf } from '../../testing/context.ts'
import { recordHeartbeat } from '../audit-services/record-heartbeat.ts'
import { createCredential } from '../credentials/create-credential.ts'
import { createSegment } from '../segments/create-segment.ts'
import { getSegment, listSegments } from '../segments/list-segments.ts'
import { cancelTask } from './cancel-task.ts'
import { dispatchedTo, loadForDispatch, recordDispatch } from './dispatch-task.ts'
import { endAbandonedTasks } from './end-abandoned-tasks.ts'
import { getTask, listTasks } from './list-tasks.ts'
import { failTask, recordFinished, recordHosts, recordProgress, recordStarted } from './record-progress.ts'
import { recordReportedTasks } from './reported-tasks.ts'
import { requestScan } from './request-scan.ts'

const at = '2026-11-20T08:00:10.000Z'
const progress = { attempt: 1, addressesTotal: 256, addressesDone: 256, hostsFound: 3, audited: 2, failed: 1 }

describeOnBothEngines('scan tasks', ({ open }) => {
  async function setUp() {
    const test = await testContext(await open())
    const serviceId = await test.addAuditService()
    const input = { name: 'Lab', type: 'ip-range', auditServiceId: serviceId, addresses: ['10.0.0.0/24'] }
    const segment = await createSegment(test.ctx, createSegmentSchema.parse(input))
    const request = () => requestScan(test.ctx, segment.id, { audit: false })
    return { ...test, serviceId, segment, request }
  }
  const finished = (taskId: string, status: 'Success' | 'Failed' = 'Success', error?: string) => ({
    version: 1 as const,
    id: newId(),
    taskId,
    attempt: 1,
    at,
    kind: 'finished' as const,
    outcome: { status, ...(error === undefined ? {} : { error }) },
    progress,
  })

  it('emit one event for each state', async () => {
    const { ctx, serviceId, request, advance } = await setUp()
    const { taskId } = await request()
    const worker = { taskId, attempt: 1, serviceId }
    await recordStarted(ctx, worker, at, 256)
    await recordStarted(ctx, worker, at, 256)
    await recordFinished(ctx, worker, finished(taskId))
    await recordFinished(ctx, worker, finished(taskId))
    await cancelTask(ctx, (await request()).taskId)
    const failed = await request()
    await failTask(ctx, failed.taskId, 'its message is broken')
    await failTask(ctx, failed.taskId, 'its message is broken')
    await request()
    advance(3601)
    await endAbandonedTasks(ctx, timeOf(ctx))
    const events = await ctx.store.read((db) => {
      const { events } = db.tables(eventTables)
      return db.select().from(events).where(eq(events.type, 'task.changed')).orderBy(asc(events.id))
    })
    const expected = ['Queued', 'Running', 'Success', 'Queued', 'Cancelled', 'Queued', 'Failed', 'Queued', 'Expired']
    expect(events.map(({ data }) => data['status'])).toEqual(expected)
    expect(events[0]).toMatchObject({ subjectId: taskId, data: { kind: 'scan' } })
  })

  it('go from Queued over Running to Success, recorded on the segment', async () => {
    const { ctx, serviceId, segment, request, woken, advance } = await setUp()
    const before = woken()
    const { taskId } = await request()
    expect(woken()).toBe(before + 1)
    expect(await getTask(ctx, taskId)).toMatchObject({
      status: 'Queued',
      segmentId: segment.id,
      requestedBy: 'Test app',
    })
    const worker = { taskId, attempt: 1, serviceId }
    advance(60)
    await recordStarted(ctx, worker, '2026-11-20T08:00:01.000Z', 256)
    const soFar = { addressesDone: 100, addressesDoneTo: '192.0.2.90' }
    await recordProgress(ctx, worker, { ...progress, ...soFar })
    expect(await getTask(ctx, taskId)).toMatchObject({ status: 'Running', progress: soFar })
    // The service has started again.
    await recordProgress(ctx, worker, { ...progress, addressesDone: 0 })
    expect(await getTask(ctx, taskId)).toMatchObject({ progress: { addressesDone: 0, addressesDoneTo: null } })
    await recordFinished(ctx, worker, finished(taskId))
    expect(await getTask(ctx, taskId)).toMatchObject({ status: 'Success', finishedAt: at, progress: { hostsFound: 3 } })
    expect((await listSegments(ctx, { limit: 1, offset: 0 })).items[0]?.lastScan).toBe(at)
    await failTask(ctx, taskId, 'too late')
    expect(await getTask(ctx, taskId)).toMatchObject({ status: 'Success', error: null })
  })

  it('have plausible times, whatever the clock of their service shows', async () => {
    const { ctx, serviceId, segment, request, advance } = await setUp()
    const created = '2026-11-20T08:00:00.000Z'
    const { taskId } = await request()
    const worker = { taskId, attempt: 1, serviceId }
    advance(10)
    await recordStarted(ctx, worker, '1970-01-01T00:00:00.000Z', 256)
    expect(await getTask(ctx, taskId)).toMatchObject({ startedAt: created })
    // A restart of the service starts it again.
    await recordStarted(ctx, worker, '2026-11-20T08:00:09.000Z', 256)
    expect(await getTask(ctx, taskId)).toMatchObject({ startedAt: created })
    await recordFinished(ctx, worker, { ...finished(taskId), at: '2099-01-01T00:00:00.000Z' })
    const finishedAt = '2026-11-20T08:00:10.000Z'
    expect(await getTask(ctx, taskId)).toMatchObject({ status: 'Success', startedAt: created, finishedAt })
    expect((await listSegments(ctx, { limit: 50, offset: 0 })).items[0]).toMatchObject({
      id: segment.id,
      lastScan: finishedAt,
      lastResult: {
        ...{ taskId, status: 'Success', finishedAt, error: null, addressesTotal: 256 },
        ...{ hostsFound: expect.any(Number), audited: 0, notAudited: expect.any(Number), failed: 0 },
      },
    })
  })

  it('run once at a time for a segment, however many request one', async () => {
    const { request } = await setUp()
    const results = await Promise.allSettled([request(), request(), request(), request()])
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of results)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'scan_running' })
  })

  it('need an Audit Service and the capability, and a segment of this site', async () => {
    const { ctx, reader, segment, request } = await setUp()
    const denied = requestScan(reader, segment.id, { audit: false })
    await expect(denied).rejects.toMatchObject({ code: 'insufficient_privilege' })
    await expect(requestScan(ctx, newId(), { audit: false })).rejects.toMatchObject({ code: 'not_found' })
    await ctx.store.write(async (tx) => {
      const { segments } = tx.tables(segmentTables)
      await tx.update(segments).set({ auditServiceId: null }).where(eq(segments.id, segment.id))
    })
    await expect(request()).rejects.toMatchObject({ code: 'no_audit_service' })
    expect((await getSegment(ctx, segment.id)).auditServiceId).toBeNull()
  })

  it('are updated only by their own service, in the current attempt, and never after their end', async () => {
    const { ctx, serviceId, request } = await setUp()
    const { taskId } = await request()
    await recordStarted(ctx, { taskId, attempt: 1, serviceId: newId() }, at, 1)
    await recordStarted(ctx, { taskId, attempt: 0, serviceId }, at, 1)
    await recordStarted(ctx, { taskId, attempt: 2, serviceId }, at, 1)
    expect((await getTask(ctx, taskId)).status).toBe('Queued')
    await cancelTask(ctx, taskId)
    await recordFinished(ctx, { taskId, attempt: 1, serviceId }, finished(taskId))
    expect((await getTask(ctx, taskId)).status).toBe('Cancelled')
    await expect(cancelTask(ctx, taskId)).rejects.toMatchObject({ code: 'task_finished' })
  })

  it('count each address once, and a host that the task found stays new', async () => {
    const { ctx, request } = await setUp()
    const { taskId } = await request()
    const see = (address: string, isNew: boolean) =>
      ctx.store.write((tx) =>
        recordHosts(
          tx,
          taskId,
          [{ address, deviceId: newId(), outcome: isNew ? 'new' : 'known', audit: untried('read') }],
          at,
        ),
      )
    await see('10.0.0.1', true)
    await see('10.0.0.2', false)
    await see('10.0.0.1', false)
    expect((await getTask(ctx, taskId)).progress).toMatchObject({ new: 1, known: 1, ignored: 0 })
  })

  it('are sent while queued, with their credentials, and not after a cancel', async () => {
    const { ctx, serviceId, request } = await setUp()
    const { taskId } = await request()
    expect(await loadForDispatch(ctx, taskId)).toMatchObject({
      task: { taskId, serviceId, attempt: 1, addresses: ['10.0.0.0/24'], kind: 'scan' },
      credentials: [],
      curvePublicKey: 'X',
    })
    expect((await loadForDispatch(ctx, taskId))?.task).not.toHaveProperty('requireKnownHostKeys')
    await updateSiteSettings(ctx, { ssh: { requireKnownHostKeys: true } }, [])
    expect((await loadForDispatch(ctx, taskId))?.task).toMatchObject({ requireKnownHostKeys: true })
    await recordDispatch(ctx, taskId, 7)
    expect(await dispatchedTo(ctx, taskId)).toEqual({ serviceId, streamSequence: 7 })
    await cancelTask(ctx, taskId)
    expect(await loadForDispatch(ctx, taskId)).toBeUndefined()
    expect(await dispatchedTo(ctx, newId())).toBeUndefined()
  })

  it('of a directory or a cloud contain its settings', async () => {
    const { ctx, serviceId } = await setUp()
    const credential = async (fields: object) =>
      (await createCredential(ctx, createCredentialSchema.parse({ name: newId(), ...fields }))).id
    const sourceSent = async (fields: object, credentialId: string) => {
      const input = { name: newId(), auditServiceId: serviceId, credentialIds: [credentialId], ...fields }
      const { id } = await createSegment(ctx, createSegmentSchema.parse(input))
      const { taskId } = await requestScan(ctx, id, { audit: false })
      const sent = await loadForDispatch(ctx, taskId)
      expect(sent).toMatchObject({ task: { addresses: [] }, credentials: [{ id: credentialId }] })
      return sent?.task.source
    }
    const directory = { url: 'ldaps://dc.example', baseDn: 'dc=example' }
    const reader = await credential({ kind: 'ldap', username: 'reader', password: 'secret' })
    expect(await sourceSent({ type: 'active-directory', directory }, reader)).toEqual({
      kind: 'active-directory',
      directory,
    })
    const key = await credential({ kind: 'aws', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' })
    const cloud = { account: '123456789012', regions: ['eu-central-1'] }
    expect(await sourceSent({ type: 'aws', cloud }, key)).toEqual({ kind: 'aws', ...cloud })
    const app = await credential({ kind: 'azure', tenantId: 't', clientId: 'c', clientSecret: 's' })
    expect(await sourceSent({ type: 'azure', cloud: { subscription: 's' } }, app)).toEqual({
      kind: 'azure',
      subscription: 's',
      regions: [],
    })
    const account = await credential({ kind: 'google-cloud', serviceAccountKey: '{}' })
    expect(await sourceSent({ type: 'google-cloud', cloud: { project: 'p' } }, account)).toEqual({
      kind: 'google-cloud',
      project: 'p',
      regions: [],
    })
  })

  it('fail if heartbeats of their service omit them for five minutes', async () => {
    const { ctx, serviceId, request } = await setUp()
    const { taskId } = await request()
    const worker = { taskId, attempt: 1, serviceId }
    await recordStarted(ctx, worker, at, 1)
    const beat = async (times: number, runningTasks: string[] = [], spoolBytes = 0) => {
      for (let time = 0; time < times; time += 1)
        expect(await recordReportedTasks(ctx, serviceId, { runningTasks, spoolBytes })).toEqual([])
      await endAbandonedTasks(ctx, timeOf(ctx))
      return (await getTask(ctx, taskId)).status
    }
    // Heartbeats of another service do not count, nor do those sent while results are pending.
    for (let time = 0; time < 30; time += 1)
      await recordReportedTasks(ctx, newId(), { runningTasks: [taskId, newId()], spoolBytes: 0 })
    expect(await beat(40, [], 1)).toBe('Running')
    expect(await beat(29)).toBe('Running')
    expect(await beat(1, [taskId])).toBe('Running')
    expect(await beat(29)).toBe('Running')
    await recordProgress(ctx, worker, progress)
    expect(await beat(29)).toBe('Running')
    const host = { address: '10.0.0.1', deviceId: newId(), outcome: 'new' as const, audit: untried('read') }
    await ctx.store.write((tx) => recordHosts(tx, taskId, [host], at))
    expect(await beat(29)).toBe('Running')
    expect(await beat(1)).toBe('Failed')
    expect(await getTask(ctx, taskId)).toMatchObject({ error: expect.stringMatching(/no longer runs it/) })
    expect(await recordReportedTasks(ctx, serviceId, { runningTasks: [taskId], spoolBytes: 0 })).toEqual([taskId])
    await expect(request()).resolves.toMatchObject({ status: 'Queued' })
  })

  it('are checked if not started for minutes, and sent again as the next attempt', async () => {
    const { ctx, serviceId, request, advance } = await setUp()
    const { taskId } = await request()
    const checks = async () => {
      await endAbandonedTasks(ctx, timeOf(ctx))
      const rows = await ctx.store.read((db) => db.select().from(db.tables(outboxTables).outbox))
      return rows.filter(({ kind, subjectId }) => kind === 'task' && subjectId === taskId).length - 1
    }
    expect((await loadForDispatch(ctx, taskId))?.task.attempt).toBe(1)
    // As after a crash before the dispatch was recorded.
    expect((await loadForDispatch(ctx, taskId))?.task.attempt).toBe(1)
    advance(600)
    expect(await checks()).toBe(0)
    await recordDispatch(ctx, taskId, 7)
    advance(179)
    expect(await checks()).toBe(0)
    advance(2)
    expect(await checks()).toBe(1)
    expect(await checks()).toBe(1)
    expect((await loadForDispatch(ctx, taskId))?.task.attempt).toBe(2)
    expect(await dispatchedTo(ctx, taskId)).toEqual({ serviceId, streamSequence: null })
    await recordDispatch(ctx, taskId, 1)
    await recordStarted(ctx, { taskId, attempt: 1, serviceId }, at, 1)
    expect((await getTask(ctx, taskId)).status).toBe('Queued')
    await recordStarted(ctx, { taskId, attempt: 2, serviceId }, at, 1)
    expect((await getTask(ctx, taskId)).status).toBe('Running')
    advance(600)
    expect(await checks()).toBe(1)
  })

  it('expire if no service accepts them, and fail if theirs is silent for an hour', async () => {
    const { ctx, serviceId, request, advance, woken } = await setUp()
    const { taskId: queued } = await request()
    expect((await loadForDispatch(ctx, queued))?.task.expiresAt).toBe('2026-11-20T09:00:00.000Z')
    advance(3601)
    const before = woken()
    await endAbandonedTasks(ctx, timeOf(ctx))
    expect(woken()).toBe(before + 1)
    expect(await getTask(ctx, queued)).toMatchObject({
      status: 'Expired',
      error: expect.stringMatching(/accepted this task/),
    })
    const { taskId: running } = await request()
    const beat = { version: '0.1.0', hostname: 'h', capabilities: [], runningTasks: [], spoolBytes: 0 }
    await recordHeartbeat(ctx, serviceId, beat)
    await recordStarted(ctx, { taskId: running, attempt: 1, serviceId }, at, 1)
    advance(3599)
    await endAbandonedTasks(ctx, timeOf(ctx))
    expect((await getTask(ctx, running)).status).toBe('Running')
    advance(2)
    // Heartbeats could not be received all the time.
    await endAbandonedTasks(ctx, timeOf(ctx), 3_000_000)
    expect((await getTask(ctx, running)).status).toBe('Running')
    await endAbandonedTasks(ctx, timeOf(ctx), 3_600_000)
    expect(await getTask(ctx, running)).toMatchObject({
      status: 'Failed',
      error: expect.stringMatching(/sent no heartbeat/),
    })
    expect(await listTasks(ctx, { limit: 50, offset: 0, status: 'Failed' })).toMatchObject({ total: 1 })
    const messages = await ctx.store.read((db) => db.select().from(db.tables(outboxTables).outbox))
    const cancels = messages.filter(({ kind }) => kind === 'cancel').map(({ subjectId }) => subjectId)
    expect(cancels.sort()).toEqual([queued, running].sort())
    expect((await listTasks(ctx, { limit: 50, offset: 0 })).items.map((each) => each.id)).toEqual([running, queued])
  })
})

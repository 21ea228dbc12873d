import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { parseSse, take, toEnd } from '../../../../test/harness/sse.ts'
import { proves } from '../../../../test/interface/proves.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { recordFinished, recordProgress, recordStarted } from '../../scanning/tasks/record-progress.ts'
import { requestScan } from '../../scanning/tasks/request-scan.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const at = '2026-11-20T08:00:10.000Z'
const counts = { attempt: 1, addressesTotal: 256, addressesDone: 100, hostsFound: 3, audited: 2, failed: 1 }

describeOnEitherEngine('the events of a task', ({ open }) => {
  const setUp = async () => {
    const app = await testApp(await open())
    const serviceId = await app.addAuditService()
    const input = { name: 'Lab', type: 'ip-range', auditServiceId: serviceId, addresses: ['10.0.0.0/24'] }
    const segment = await createSegment(app.ctx, createSegmentSchema.parse(input))
    const { taskId } = await requestScan(app.ctx, segment.id, { audit: false })
    const path = `/api/v1/tasks/${taskId}/events`
    const listen = async (lastId?: string) => {
      const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
      const answer = await app.call('GET', path, { token: 'reader', headers })
      expect(answer.status).toBe(200)
      if (!answer.body) throw new Error('no stream')
      return parseSse(answer.body)
    }
    return { ...app, path, listen, worker: { taskId, attempt: 1, serviceId } }
  }
  const finished = (taskId: string) => ({
    version: 1 as const,
    id: newId(),
    taskId,
    attempt: 1,
    at,
    kind: 'finished' as const,
    outcome: { status: 'Success' as const },
    progress: { ...counts, addressesDone: 256 },
  })

  it(
    'contain its state and progress, beginning with the current one, and end with it',
    proves('tasks.events'),
    async () => {
      const { ctx, call, path, listen, worker, streams } = await setUp()
      const events = await listen()
      expect(await take(events, 1)).toMatchObject([{ event: 'task', data: { id: worker.taskId, status: 'Queued' } }])
      await recordStarted(ctx, worker, at, 256)
      streams.news()
      const [running] = await take(events, 1)
      expect(running).toMatchObject({ data: { status: 'Running', progress: { addressesDone: 0 } } })
      await recordProgress(ctx, worker, counts)
      streams.news()
      expect(await take(events, 1)).toMatchObject([{ data: { progress: { addressesDone: 100, hostsFound: 3 } } }])
      const resumed = await listen(running?.id)
      await recordFinished(ctx, worker, finished(worker.taskId))
      streams.news()
      const rest = await toEnd(events)
      expect(rest).toMatchObject([{ data: { status: 'Success', progress: { addressesDone: 256 } } }])
      expect((await toEnd(resumed)).at(-1)).toEqual(rest[0])
      const again = await call('GET', path, { headers: { 'Last-Event-ID': rest[0]?.id ?? '' } })
      expect(again.status).toBe(204)
      expect(await toEnd(await listen(running?.id))).toEqual(rest)
    },
  )

  it('are limited to the site', async () => {
    const { call } = await setUp()
    for (const id of [newId(), 'no-id']) expect((await call('GET', `/api/v1/tasks/${id}/events`)).status).toBe(404)
  })
})

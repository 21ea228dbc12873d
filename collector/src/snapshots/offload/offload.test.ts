import type { SnapshotStorageState } from '@rollcall/shared/api/snapshot-storage.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type S3Server, startS3 } from '../../../../test/harness/s3.ts'
import { waitFor } from '../../../../test/harness/wait.ts'
import { proves } from '../../../../test/interface/proves.ts'
import { testApp } from '../../http/testing/app.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent } from '../../ingest/testing/observations.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { page, s3Error, startFake, taken } from '../testing/bucket.ts'
import { beginTurn, mayBegin } from './offload-site.ts'
import { sendWaiting } from './send-waiting.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3?.remove())

describeOnBothEngines('the offload of snapshots', ({ open }) => {
  async function setUp(settings: object = {}) {
    const bucket = `snapshots-${newId()}`
    await s3.createBucket(bucket)
    const test = await testApp(await open())
    const { ctx, call } = test
    const ingest = createIngest(ctx)
    const { endpoint, region, accessKeyId, secretAccessKey } = s3
    const own = { enabled: true, endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle: true }
    const set = async (snapshotStorage: object) =>
      expect((await call('PATCH', '/api/v1/site/settings', { json: { snapshotStorage } })).status).toBe(200)
    await set({ ...own, ...settings })
    let serial = 0
    const stopping = new AbortController()
    return {
      ...test,
      bucket,
      set,
      /** Stores snapshots, each of a device of its own; returns their ids. */
      async store(count: number): Promise<string[]> {
        const outcomes = await Promise.all(
          Array.from({ length: count }, () => {
            serial += 1
            const observation = agent(serial, { agentId: `a${serial}`, hostname: `pc-${serial}`, software: [] })
            return ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })
          }),
        )
        return outcomes.map(({ snapshotId }) => snapshotId ?? '')
      },
      turn: () => sendWaiting(ctx, stopping.signal),
      stopping,
      async sendAll() {
        while (await sendWaiting(ctx, stopping.signal));
      },
      async state(): Promise<SnapshotStorageState> {
        const answer = await call('GET', '/api/v1/site/settings/snapshot-storage')
        expect(answer.status).toBe(200)
        return (await answer.json()) as SnapshotStorageState
      },
      download: async (id: string) =>
        Buffer.from(await (await call('GET', `/api/v1/snapshots/${id}/download`)).arrayBuffer()),
      events: () =>
        ctx.store.read((db) => {
          const { events } = db.tables(eventTables)
          return db
            .select({ type: events.type, subjectId: events.subjectId, data: events.data })
            .from(events)
            .where(like(events.type, 'offload.%'))
            .orderBy(events.id)
        }),
    }
  }

  it('copies each snapshot under its key in the download form', proves('service.offload', 'offload.key'), async () => {
    const { ctx, bucket, store, sendAll, state, download } = await setUp({ prefix: 'audits/main' })
    const ids = await store(67)
    expect(await state()).toMatchObject({ enabled: true, waiting: 67, oldestWaiting: ctx.clock.now().toISOString() })
    await sendAll()
    const objects = await s3.objects(bucket)
    expect(objects.size).toBe(67)
    for (const id of ids) {
      const content = await download(id)
      const { deviceId, auditDate } = JSON.parse(content.toString()) as { deviceId: string; auditDate: string }
      const key = `audits/main/${ctx.siteId}/${deviceId}/${auditDate}-${id}.json`
      expect(objects.get(key)?.equals(content), key).toBe(true)
    }
    const now = ctx.clock.now().toISOString()
    expect(await state()).toEqual({
      enabled: true,
      waiting: 0,
      oldestWaiting: null,
      sent: 67,
      failedAttempts: 0,
      failingSince: null,
      nextAttempt: null,
      lastError: null,
      lastSuccess: now,
    })
  })

  it('copies nothing for a site with a disabled storage, and keeps waiting snapshots', async () => {
    const { ctx, bucket, set, store, turn, sendAll, state } = await setUp()
    expect(await mayBegin(ctx)).toBe(false)
    await store(1)
    expect(await mayBegin(ctx)).toBe(true)
    await set({ enabled: false })
    await store(1)
    expect([await mayBegin(ctx), await turn()]).toEqual([false, false])
    expect(await state()).toMatchObject({ enabled: false, waiting: 1, sent: 0 })
    await set({ enabled: true })
    await sendAll()
    expect((await s3.objects(bucket)).size).toBe(1)
  })

  const mistakes = [
    ['a wrong secret', 'bad_credentials', async () => ({ secretAccessKey: 'not the secret' })],
    ['an unknown access key', 'bad_credentials', async () => ({ accessKeyId: 'rollcall:nobody' })],
    ['a wrong bucket', 'no_such_bucket', async () => ({ bucket: 'there-is-none-of-this-name' })],
    ['a web server', 'not_s3', async () => ({ endpoint: web.endpoint })],
  ] as const
  let web: Awaited<ReturnType<typeof startFake>>
  beforeAll(async () => {
    web = await startFake(() => page)
  })
  afterAll(() => web?.stop())

  it.each(mistakes)(
    'stores the snapshot with %s, and copies it after the correction',
    proves('snapshots.storageMisconfigured', 'offload.retry'),
    async (_what, code, mistake) => {
      const { bucket, call, set, store, turn, sendAll, state, download } = await setUp(await mistake())
      const [id = ''] = await store(1)
      expect(await turn()).toBe(false)
      expect(await state()).toMatchObject({ waiting: 1, sent: 0, failedAttempts: 1, lastError: { code } })
      expect((await call('GET', `/api/v1/snapshots/${id}`)).status).toBe(200)
      const { endpoint, accessKeyId, secretAccessKey } = s3
      // Changed settings are tried at once, whatever pause there was.
      await set({ endpoint, accessKeyId, secretAccessKey, bucket })
      await sendAll()
      expect([...(await s3.objects(bucket)).values()]).toEqual([await download(id)])
      expect(await state()).toMatchObject({ waiting: 0, sent: 1, failedAttempts: 1, failingSince: null })
    },
  )

  it('retries an unreachable service ever less often, and copies everything once after its return', async () => {
    const { ctx, bucket, advance, store, turn, sendAll, state, download, events } = await setUp()
    const before = await store(1)
    await sendAll()
    await s3.stop()
    const ids = [...before, ...(await store(20))]
    const since = ctx.clock.now().toISOString()
    const end = Date.parse(since) + 3_600_000
    while (ctx.clock.now().getTime() < end) {
      ids.push(...(await store(1)))
      expect(await turn()).toBe(false)
      const { failedAttempts, nextAttempt } = await state()
      advance((Date.parse(nextAttempt ?? '') - ctx.clock.now().getTime()) / 1000 - 0.001)
      expect(await mayBegin(ctx)).toBe(false)
      await turn()
      expect((await state()).failedAttempts).toBe(failedAttempts)
      advance(0.001)
      expect(await mayBegin(ctx)).toBe(true)
    }
    const failing = await state()
    expect(failing).toMatchObject({ waiting: ids.length - 1, sent: 1, failingSince: since })
    expect(failing.lastError).toMatchObject({ code: 'unreachable' })
    expect(failing.failedAttempts).toBeGreaterThan(12)
    expect(failing.failedAttempts).toBeLessThan(40)
    expect(await events()).toMatchObject([
      { type: 'offload.failed', subjectId: ctx.siteId, data: { code: 'unreachable' } },
    ])

    await s3.start()
    await sendAll()
    const objects = await s3.objects(bucket)
    expect(objects.size).toBe(ids.length)
    const contents = new Set([...objects.values()].map(String))
    for (const id of ids) expect(contents.has((await download(id)).toString())).toBe(true)
    expect(await state()).toMatchObject({ waiting: 0, sent: ids.length, failingSince: null, nextAttempt: null })
  })

  it('tests an unreachable service with one snapshot, not with all', async () => {
    const fake = await startFake(() => s3Error(503, 'SlowDown'))
    const { store, turn, state, advance } = await setUp({ endpoint: fake.endpoint })
    await store(30)
    await turn()
    const first = fake.puts.size
    expect(first).toBeLessThanOrEqual(4)
    for (let round = 0; round < 5; round += 1) {
      advance(5 * 60)
      await turn()
    }
    expect([...fake.puts.values()].reduce((sum, times) => sum + times, 0)).toBe(first + 5)
    expect(await state()).toMatchObject({ waiting: 30, failedAttempts: 6, lastError: { code: 'server_error' } })
    await fake.stop()
  })

  it('continues after a snapshot that the service rejects', async () => {
    let refused = ''
    const fake = await startFake((request, content) =>
      request.url?.includes(refused) ? s3Error(400, 'EntityTooLarge') : taken(content),
    )
    const { store, turn, sendAll, state, advance } = await setUp({ endpoint: fake.endpoint })
    ;[refused = ''] = await store(10)
    for (let round = 0; round < 4; round += 1) {
      await turn()
      advance(10)
    }
    expect(await state()).toMatchObject({ waiting: 1, sent: 9, lastError: { code: 'rejected' } })
    refused = 'nothing'
    advance(60)
    await sendAll()
    expect(await state()).toMatchObject({ waiting: 0, sent: 10 })
    await fake.stop()
  })

  it('runs on one collector at a time, and counts each snapshot once', async () => {
    const fake = await startFake((_request, content) => taken(content))
    const { store, turn, state, sendAll } = await setUp({ endpoint: fake.endpoint })
    await store(20)
    await Promise.all([turn(), turn(), turn()])
    await sendAll()
    expect([...fake.puts.values()]).toEqual(Array(20).fill(1))
    expect(await state()).toMatchObject({ waiting: 0, sent: 20 })
    await fake.stop()
  })

  it('continues after the lease of a collector that died', async () => {
    const { ctx, bucket, store, turn, sendAll, state, advance } = await setUp()
    await store(2)
    expect(await beginTurn(ctx)).toHaveLength(2)
    expect([await mayBegin(ctx), await turn()]).toEqual([false, false])
    expect(await state()).toMatchObject({ waiting: 2, failedAttempts: 0 })
    advance(150)
    await sendAll()
    expect((await s3.objects(bucket)).size).toBe(2)
    expect(await state()).toMatchObject({ waiting: 0, sent: 2 })
  })

  it('aborts current copies when stopped, and sends them after the next start', async () => {
    const fake = await startFake(() => undefined)
    const { ctx, store, set, turn, state, stopping } = await setUp({ endpoint: fake.endpoint })
    await store(2)
    const sending = turn()
    await waitFor(() => fake.puts.size === 2, { what: 'both to be on their way' })
    stopping.abort()
    expect(await sending).toBe(false)
    expect(await state()).toMatchObject({ waiting: 2, failedAttempts: 0 })
    await set({ endpoint: s3.endpoint })
    while (await sendWaiting(ctx, new AbortController().signal));
    expect(await state()).toMatchObject({ waiting: 0, sent: 2 })
    await fake.stop()
  })

  it('is shown to Administrators only', async () => {
    const { call } = await setUp()
    const answer = await call('GET', '/api/v1/site/settings/snapshot-storage', { token: 'reader' })
    expect(answer.status).toBe(403)
  })
})

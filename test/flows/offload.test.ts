import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { snapshotSchema } from '@rollcall/shared/api/snapshot.ts'
import { snapshotStorageStateSchema, snapshotStorageTestSchema } from '@rollcall/shared/api/snapshot-storage.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../harness/s3.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { proves } from '../interface/proves.ts'
import { type CheckedApi, startCheckedApi } from './support/checked-api.ts'

// A real collector and a real S3-compatible server that checks signatures.

const settingsPath = '/api/v1/site/settings'
const storagePath = `${settingsPath}/snapshot-storage`
const bucket = 'rollcall-snapshots'

let folder: TmpFolder
let s3: S3Server
let webServer: Server
let api: CheckedApi
/** Ids of all snapshots that were stored, in their order. */
const stored: string[] = []

beforeAll(async () => {
  folder = await tmpFolder()
  webServer = createServer((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'text/html').end('<html><body>It works!</body></html>')
  }).listen(0, '127.0.0.1')
  ;[s3] = await Promise.all([startS3(), start()])
  await s3.createBucket(bucket)
})
afterAll(async () => {
  await api?.up.stop()
  webServer?.close()
  await s3?.remove()
  await folder?.remove()
})

async function start() {
  api = await startCheckedApi({ dataDir: folder.path, args: ['--no-agent'] })
}

async function set(snapshotStorage: object) {
  const { endpoint, region, accessKeyId, secretAccessKey } = s3
  const right = { enabled: true, endpoint, region, bucket, prefix: 'audits', accessKeyId, secretAccessKey }
  const answer = await api.call('PATCH', settingsPath, { body: { snapshotStorage: { ...right, ...snapshotStorage } } })
  expect(answer.status).toBe(200)
  expect(answer.body.toString()).not.toContain(secretAccessKey)
}

const state = async () => snapshotStorageStateSchema.parse((await api.call('GET', storagePath)).json())
const testStorage = async () => snapshotStorageTestSchema.parse((await api.call('POST', `${storagePath}/test`)).json())
const download = async (id: string) => (await api.call('GET', `/api/v1/snapshots/${id}/download`)).body

/** Stores a snapshot, which must succeed whatever the storage does. */
async function store(): Promise<string> {
  const serialNumber = `CNBJ${1000 + stored.length}`
  const device = { name: `press-${stored.length}`, type: 'printer', manufacturer: 'HP', serialNumber }
  const body = { source: 'Manual', auditDate: '2026-01-02T03:04:05Z', device, data: { customFields: { floor: 3 } } }
  const answer = await api.call('POST', '/api/v1/snapshots', { body })
  expect(answer.status).toBe(201)
  const { id } = snapshotSchema.parse(answer.json())
  stored.push(id)
  return id
}

const untilSent = () =>
  waitFor(async () => (await state()).waiting === 0, { what: 'all that waited to be copied', timeoutMs: 60_000 })

/** In the bucket are the snapshots as they are downloaded, each once, and nothing else. */
async function expectCopiesOf(ids: readonly string[]) {
  const expected = new Map<string, string>()
  for (const id of ids) {
    const content = await download(id)
    const { deviceId, auditDate } = snapshotSchema.parse(JSON.parse(content.toString()))
    const key = `audits/${api.up.facts.siteId}/${deviceId}/${auditDate}-${id}.json`
    expected.set(key, content.toString())
  }
  const found = await s3.objects(bucket)
  expect(new Map([...found].map(([key, content]) => [key, content.toString()]))).toEqual(expected)
}

const mistakes = proves('snapshots.storageMisconfigured', 'settings.storageTest')
test.each([
  ['a wrong secret', 'bad_credentials', () => ({ secretAccessKey: 'not the secret' })],
  ['a wrong bucket', 'no_such_bucket', () => ({ bucket: 'there-is-none-of-this-name' })],
  ['no S3 service', 'not_s3', () => ({ endpoint: `http://127.0.0.1:${(webServer.address() as AddressInfo).port}` })],
])('with %s snapshots are stored, and the state shows the error', mistakes, async (_what, problem, mistake) => {
  await set(mistake())
  expect(await testStorage()).toMatchObject({ ok: false, problem })
  const id = await store()
  await waitFor(async () => (await state()).lastError?.code === problem, { what: `the offload to fail as ${problem}` })
  expect(await state()).toMatchObject({ sent: 0, waiting: stored.length })
  expect((await api.call('GET', `/api/v1/snapshots/${id}`)).status).toBe(200)
})

test(
  'waiting snapshots are copied once the settings are corrected',
  proves('service.offload', 'offload.key'),
  async () => {
    await set({})
    expect(await testStorage()).toMatchObject({ ok: true, problem: null })
    await untilSent()
    await store()
    await untilSent()
    await expectCopiesOf(stored)
    expect(await state()).toMatchObject({ sent: stored.length, failingSince: null })
  },
)

test(
  'snapshots wait while the storage is down, also across a restart, and are copied once when it is back',
  proves('offload.retry'),
  async () => {
    await s3.stop()
    for (let count = 0; count < 5; count += 1) await store()
    await waitFor(async () => (await state()).lastError?.code === 'unreachable', { what: 'the offload to fail' })
    expect(await testStorage()).toMatchObject({ ok: false, problem: 'unreachable' })
    await api.up.stop()
    await start()
    await store()
    expect(await state()).toMatchObject({ waiting: 6, sent: stored.length - 6 })

    await s3.start()
    // Rather than at the end of the pause: the service is seen to work.
    expect(await testStorage()).toMatchObject({ ok: true })
    await untilSent()
    await expectCopiesOf(stored)
    expect(await state()).toMatchObject({ sent: stored.length, failingSince: null, nextAttempt: null })
  },
)

test('the copy of a deleted snapshot stays', proves('snapshots.delete'), async () => {
  const before = (await s3.objects(bucket)).size
  expect((await api.call('DELETE', `/api/v1/snapshots/${stored[0]}`)).status).toBe(204)
  expect((await api.call('GET', `/api/v1/snapshots/${stored[0]}`)).status).toBe(404)
  expect((await s3.objects(bucket)).size).toBe(before)
  expect(await state()).toMatchObject({ waiting: 0, sent: stored.length })
})

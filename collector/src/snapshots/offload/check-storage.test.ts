import type { SnapshotStorageTest } from '@rollcall/shared/api/snapshot-storage.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type S3Server, startS3 } from '../../../../test/harness/s3.ts'
import { proves } from '../../../../test/interface/proves.ts'
import { testApp } from '../../http/testing/app.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { page, type Reply, s3Error, startFake, taken } from '../testing/bucket.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
  await s3.createBucket('probes')
})
afterAll(() => s3?.remove())

describeOnBothEngines('POST /api/v1/site/settings/snapshot-storage/test', ({ engine, open }) => {
  async function setUp() {
    const { call } = await testApp(await open())
    const { endpoint, region, accessKeyId, secretAccessKey } = s3
    const stored = { endpoint, region, bucket: 'probes', prefix: 'p', accessKeyId, secretAccessKey }
    const path = '/api/v1/site/settings'
    expect((await call('PATCH', path, { json: { snapshotStorage: stored } })).status).toBe(200)
    return {
      call,
      async test(given?: object): Promise<SnapshotStorageTest> {
        const answer = await call('POST', `${path}/snapshot-storage/test`, given && { json: given })
        expect(answer.status).toBe(200)
        return (await answer.json()) as SnapshotStorageTest
      },
    }
  }
  const outcomes = ({ steps }: SnapshotStorageTest) => steps.map(({ step, outcome }) => `${step} ${outcome}`)

  it('writes, reads and deletes a probe', proves('settings.storageTest'), async () => {
    const { test } = await setUp()
    const result = await test()
    expect(result).toMatchObject({ ok: true, problem: null, detail: null })
    expect(outcomes(result)).toEqual(['settings passed', 'write passed', 'read passed', 'delete passed'])
    expect((await s3.objects('probes')).size).toBe(0)
  })

  it('tests given settings without storing them', async () => {
    const { call, test } = await setUp()
    expect(await test({ bucket: 'there-is-none', forcePathStyle: true })).toMatchObject({ problem: 'no_such_bucket' })
    expect(await test()).toMatchObject({ ok: true })
    const bad = await call('POST', '/api/v1/site/settings/snapshot-storage/test', { json: { buckett: 'probes' } })
    expect(bad.status).toBe(400)
    const refused = await call('POST', '/api/v1/site/settings/snapshot-storage/test', { token: 'reader' })
    expect(refused.status).toBe(403)
  })

  // The answers of a service do not depend on the store, so one engine is enough.
  if (engine === 'postgres') return

  it.each([
    ['bad_credentials', { secretAccessKey: 'another' }, 'write'],
    ['bad_credentials', { accessKeyId: 'rollcall:nobody' }, 'write'],
    ['no_such_bucket', { bucket: 'there-is-none' }, 'write'],
    ['unreachable', { endpoint: 'http://127.0.0.1:1' }, 'write'],
    ['unreachable', { endpoint: 'http://host.invalid' }, 'write'],
    ['incomplete_settings', { bucket: null }, 'settings'],
    ['incomplete_settings', { accessKeyId: null }, 'settings'],
    ['incomplete_settings', { secretAccessKey: null }, 'settings'],
    ['forbidden_address', { endpoint: 'http://169.254.169.254/latest' }, 'settings'],
    ['forbidden_address', { endpoint: 'http://2852039166' }, 'settings'],
    ['forbidden_address', { endpoint: 'http://[::ffff:a9fe:a9fe]' }, 'settings'],
    ['forbidden_address', { endpoint: 'https://[fd00:ec2::254]' }, 'settings'],
    ['forbidden_address', { endpoint: 'http://100.100.100.200' }, 'settings'],
    ['forbidden_address', { endpoint: 'http://[64:ff9b::a9fe:a9fe]' }, 'settings'],
  ])('says %s for %o', async (problem, given, step) => {
    const { test } = await setUp()
    const result = await test(given)
    expect(result).toMatchObject({ ok: false, problem })
    expect(result.steps.find(({ outcome }) => outcome === 'failed')).toEqual({ step, outcome: 'failed' })
    expect(result.steps.filter(({ outcome }) => outcome === 'passed').length).toBe(step === 'write' ? 1 : 0)
    expect(result.detail).toMatch(/^.{10,500}$/)
    expect(result.detail).not.toContain(s3.secretAccessKey)
  })

  it('uses no TLS with a service that has none', async () => {
    const { test } = await setUp()
    expect(await test({ endpoint: s3.endpoint.replace('http:', 'https:') })).toMatchObject({ problem: 'tls_failed' })
  })

  const endless: Reply = { status: 200, headers: { ETag: '"x"' }, body: 'x'.repeat(2 * 1024 * 1024) }
  it.each<[string, Reply, string]>([
    ['a page', page, 'not_s3'],
    ['a page that is not there', { ...page, status: 404 }, 'not_s3'],
    ['a redirect', { status: 302, headers: { Location: 'http://169.254.169.254/' } }, 'not_s3'],
    ['an ETag and no object', { status: 200, headers: { ETag: '"1234"' } }, 'not_s3'],
    ['a huge body', endless, 'not_s3'],
    ['a server error', { ...page, status: 502 }, 'server_error'],
    ['that another region is right', s3Error(400, 'AuthorizationHeaderMalformed'), 'wrong_region'],
    ['that the clocks differ', s3Error(403, 'RequestTimeTooSkewed'), 'clock_skew'],
    ['that writing is not permitted', s3Error(403, 'AccessDenied'), 'access_denied'],
    ['what S3 says of the object', s3Error(400, 'EntityTooLarge'), 'rejected'],
  ])('if the service answers with %s', async (_what, reply, problem) => {
    const fake = await startFake(() => reply)
    const { test } = await setUp()
    expect(await test({ endpoint: fake.endpoint })).toMatchObject({ ok: false, problem })
    await fake.stop()
  })

  it('reports credentials that may write but not read or delete', async () => {
    const fake = await startFake(({ method }, content) =>
      method === 'PUT' ? taken(content) : s3Error(403, 'AccessDenied'),
    )
    const { test } = await setUp()
    const result = await test({ endpoint: fake.endpoint })
    expect(result).toMatchObject({ ok: false, problem: 'access_denied' })
    expect(outcomes(result)).toEqual(['settings passed', 'write passed', 'read failed', 'delete failed'])
    await fake.stop()
  })
})

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createClient } from '@rollcall/shared/node/pinned-client.ts'
import { Spool } from '@rollcall/shared/node/spool.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliveredSnapshotIn } from './delivered-snapshot.ts'
import { previousSnapshotIn } from './previous-snapshot.ts'
import { submitSpooled } from './submit.ts'
import { type Answer, startTestCollector, type TestCollector } from './testing/collector.ts'

let collector: TestCollector
let folder: string
let spool: Spool
let waits: number[]
beforeAll(async () => {
  collector = await startTestCollector()
})
afterAll(() => collector.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'submit-test-'))
  spool = await Spool.open(folder, { bytesMax: 1_000_000 })
  for (const number of [1, 2, 3]) await spool.append('snapshot', gzipSync(JSON.stringify({ number })))
  collector.received.length = 0
  waits = []
})
afterEach(() => rm(folder, { recursive: true }))

const log = { info: () => undefined, warn: () => undefined }
const submit = (url = collector.url, signal?: AbortSignal) =>
  submitSpooled({
    spool,
    client: createClient({ url, caPem: collector.caPem }),
    token: 'secret-token',
    log,
    signal,
    random: () => 0.5,
    sleep: async (waitMs) => void waits.push(waitMs),
    nowMs: () => Date.UTC(2026, 10, 20, 8),
  })
const stored = { status: 201, body: { snapshotId: 's', deviceId: 'd' } }
/** Returns the answers in this order, and then repeats the last one. */
const answers = (...list: Answer[]) => {
  const left = [...list]
  collector.answer(() => (left.length > 1 ? left.shift() : left[0]) ?? stored)
}
const numbers = () => collector.received.map(({ body }) => (body as { number: number }).number)

describe('submitSpooled', () => {
  it('sends waiting snapshots, oldest first, with the token, and empties the spool', async () => {
    answers(stored, { ...stored, status: 200 }, stored)
    expect(await submit()).toEqual({ sent: 3, parked: 0, waiting: 0, deviceId: 'd' })
    expect(numbers()).toEqual([1, 2, 3])
    expect(collector.received[0]).toMatchObject({
      path: '/api/agent/snapshots',
      authorization: 'Bearer secret-token',
      date: 'Fri, 20 Nov 2026 08:00:00 GMT',
    })
    expect((await Spool.open(folder, { bytesMax: 1 })).entries()).toEqual([])
  })

  it('removes an accepted but ignored snapshot, and reports no device', async () => {
    answers({ status: 200, body: { snapshotId: null, deviceId: null } })
    expect(await submit()).toEqual({ sent: 3, parked: 0, waiting: 0 })
  })

  it('returns the schedule of the last answer, which may have none', async () => {
    const scheduled = (schedule: object) => ({ status: 201, body: { ...stored.body, ...schedule } })
    answers(scheduled({}), scheduled({ intervalMinutes: 15, jitterMinutes: 0 }))
    expect(await submit()).toMatchObject({ sent: 3, intervalMinutes: 15, jitterMinutes: 0 })
    await spool.append('snapshot', gzipSync('{}'))
    answers(scheduled({}))
    expect(await submit()).toEqual({ sent: 1, parked: 0, waiting: 0, deviceId: 'd' })
  })

  it.each([
    { intervalMinutes: 1 },
    { intervalMinutes: 1e9 },
    { intervalMinutes: 7.5 },
    { intervalMinutes: 'often' },
    { intervalMinutes: null, jitterMinutes: -5 },
    { intervalMinutes: [15], jitterMinutes: {} },
  ])('delivers all snapshots, and ignores the schedule %j', async (schedule) => {
    answers({ status: 201, body: { ...stored.body, ...schedule } })
    expect(await submit()).toEqual({ sent: 3, parked: 0, waiting: 0, deviceId: 'd' })
  })

  it.each([400, 413, 422])('parks a snapshot refused with %i, with the reason, and goes on', async (status) => {
    const body = {
      title: 'The request is not valid',
      detail: 'Not a snapshot.',
      errors: [{ path: '/type', message: 'unknown' }],
    }
    answers(stored, { status, body }, stored)
    expect(await submit()).toEqual({ sent: 2, parked: 1, waiting: 0, deviceId: 'd' })
    const reason = (await readdir(join(folder, 'bad'))).find((name) => name.endsWith('.reason'))
    expect(await readFile(join(folder, 'bad', reason ?? ''), 'utf8')).toBe(
      `the collector answered ${status} Not a snapshot. /type: unknown\n`,
    )
  })

  it('stops at 401 and keeps all snapshots', async () => {
    answers({ status: 401, body: { detail: 'This agent is not known here.' } })
    expect(await submit()).toEqual({
      sent: 0,
      parked: 0,
      waiting: 3,
      removed: true,
      problem: 'the collector answered 401 This agent is not known here.',
    })
    expect(collector.received).toHaveLength(1)
  })

  it('waits the requested time, and then sends', async () => {
    answers({ status: 503, headers: { 'Retry-After': '30' } }, { status: 429 }, stored)
    expect(await submit()).toEqual({ sent: 3, parked: 0, waiting: 0, deviceId: 'd' })
    expect(waits).toEqual([30_500, 1000])
    expect(numbers()).toEqual([1, 1, 1, 2, 3])
  })

  it('leaves snapshots to a later run after a long requested wait or repeated failures', async () => {
    answers({ status: 503, headers: { 'Retry-After': '3600' } })
    expect(await submit()).toMatchObject({ sent: 0, waiting: 3, problem: 'the collector answered 503' })
    expect(waits).toEqual([])
    answers({ status: 500, body: { detail: 'An unexpected error' } })
    expect(await submit()).toMatchObject({ waiting: 3, problem: 'the collector answered 500 An unexpected error' })
    expect(waits).toEqual([500, 1000, 2000])
  })

  it('does not treat the page of a captive portal as an answer of the collector', async () => {
    answers({ status: 200, body: '<html>Please log in</html>' })
    expect(await submit()).toMatchObject({ sent: 0, parked: 0, waiting: 3 })
  })

  it('keeps all snapshots if the collector is unreachable', async () => {
    const gone = await startTestCollector()
    await gone.stop()
    const result = await submit(gone.url)
    expect(result).toMatchObject({ sent: 0, parked: 0, waiting: 3 })
    expect(result.problem).toMatch(/^the collector cannot be reached: .*ECONNREFUSED/)
  })

  it('keeps all snapshots if another server answers', async () => {
    const other = await startTestCollector()
    other.answer(() => stored)
    expect(await submit(other.url)).toMatchObject({
      sent: 0,
      waiting: 3,
      problem: expect.stringMatching(/certificate/),
    })
    expect(other.received).toEqual([])
    await other.stop()
  })

  it('ends at once when aborted', async () => {
    answers(stored)
    expect(await submit(collector.url, AbortSignal.abort())).toMatchObject({ sent: 0, waiting: 3 })
    expect(waits).toEqual([])
  })
})

it('a file of the state that cannot be read keeps no snapshot from being sent', async () => {
  for (const name of ['delivered-snapshot', 'previous-snapshot']) await mkdir(join(folder, name))
  const warnings: string[] = []
  answers(stored)
  const result = await submitSpooled({
    spool,
    client: createClient({ url: collector.url, caPem: collector.caPem }),
    token: 'secret-token',
    previous: { ...previousSnapshotIn(folder), write: async () => undefined },
    delivered: deliveredSnapshotIn(folder),
    acceptsDifferences: true,
    log: { ...log, warn: (_fields: object, message: string) => warnings.push(message) },
  })
  expect(result).toMatchObject({ sent: 3, waiting: 0 })
  expect(warnings).toContainEqual(
    expect.stringMatching(/^continuing without a file of the state folder: cannot read .*-snapshot: EISDIR/),
  )
})

describe('submitSpooled to a collector that reads differences', () => {
  const id = (number: number) => `01990000-0000-7000-8000-00000000000${number}`
  const software = Array.from({ length: 300 }, (_, index) => ({ name: `library-${index}`, version: '1.0' }))
  const snapshot = (number: number, rest: object = {}) =>
    Buffer.from(JSON.stringify({ id: id(number), observedAt: `2026-11-20T08:00:0${number}.000Z`, software, ...rest }))
  const reader = (status = 201, number = 1) => ({
    status,
    body: { snapshotId: id(number), deviceId: 'd' },
    headers: { 'Accept-Encoding': 'dcz, gzip' },
  })
  const missing = { status: 415, body: { detail: 'The collector does not have the dictionary of this body.' } }
  const codings = () => collector.received.map(({ coding, dictionaryId }) => [coding, dictionaryId])
  const sizes = () => collector.received.map(({ bytes }) => bytes.length)
  const submitTo = (acceptsDifferences = true) =>
    submitSpooled({
      spool,
      client: createClient({ url: collector.url, caPem: collector.caPem }),
      token: 'secret-token',
      delivered: deliveredSnapshotIn(folder),
      acceptsDifferences,
      log,
    })
  beforeEach(async () => {
    for (const entry of spool.entries()) await spool.remove(entry.id)
  })
  const append = (body: Buffer) => spool.append('snapshot', gzipSync(body))

  it('sends gzip until the collector has said so, and differences after that', async () => {
    for (const number of [1, 2, 3]) await append(snapshot(number))
    await append(snapshot(4, { software: [...software, { name: 'vim', version: '9.1' }] }))
    await append(snapshot(5, { software: [...software, { name: 'vim', version: '9.1' }] }))
    answers(reader(201, 1), reader(201, 2), reader(201, 3), reader(201, 4), reader(201, 5))
    expect(await submitTo(false)).toMatchObject({ sent: 5, waiting: 0, acceptsDifferences: true })
    // The third differs from the first, like the second: only a change moves the base.
    expect(codings()).toEqual([
      ['gzip', undefined],
      ['dcz', `"${id(1)}"`],
      ['dcz', `"${id(1)}"`],
      ['dcz', `"${id(1)}"`],
      ['dcz', `"${id(4)}"`],
    ])
    expect(Math.max(...sizes().slice(1))).toBeLessThan(250)
  })

  it('sends the whole snapshot when the collector lacks the earlier one, and then the dictionary of the product', async () => {
    await deliveredSnapshotIn(folder).write(id(1), gzipSync(snapshot(1)))
    await append(snapshot(2))
    answers(missing, reader(201, 2))
    expect(await submitTo()).toMatchObject({ sent: 1, waiting: 0 })
    expect(codings()).toEqual([
      ['dcz', `"${id(1)}"`],
      ['dcz', undefined],
    ])
    expect((await deliveredSnapshotIn(folder).read())?.snapshotId).toBe(id(2))

    collector.received.length = 0
    await append(snapshot(3))
    answers(missing, missing, stored)
    const result = await submitTo()
    expect(result).toMatchObject({ sent: 1, waiting: 0 })
    expect(result).not.toHaveProperty('acceptsDifferences')
    expect(codings().map(([coding]) => coding)).toEqual(['dcz', 'dcz', 'gzip'])
  })

  it('sends the same difference again after a lost answer', async () => {
    await deliveredSnapshotIn(folder).write(id(1), gzipSync(snapshot(1)))
    await append(snapshot(2, { software: [] }))
    answers({ status: 502 }, reader(200, 2))
    expect(
      await submitSpooled({
        spool,
        client: createClient({ url: collector.url, caPem: collector.caPem }),
        token: 'secret-token',
        delivered: deliveredSnapshotIn(folder),
        acceptsDifferences: true,
        log,
        sleep: async () => undefined,
      }),
    ).toMatchObject({ sent: 1, waiting: 0 })
    const [first, second] = collector.received
    expect(first?.bytes.equals(second?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  it.each(['', 'no id\n', `${id(1)}\nno gzip`])(
    'sends a whole snapshot if the delivered one is damaged (%j)',
    async (text) => {
      await writeFile(join(folder, 'delivered-snapshot'), text)
      await append(snapshot(2))
      answers(reader(201, 2))
      expect(await submitTo()).toMatchObject({ sent: 1 })
      expect(codings()).toEqual([['dcz', undefined]])
    },
  )
})

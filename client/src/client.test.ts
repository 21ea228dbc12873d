import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { all, fakeCollector, json, problem } from './testing/collector.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs work that waits, with the clock moved on as far as it needs. */
async function inFakeTime<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  while (!isDone) await vi.advanceTimersByTimeAsync(1_000)
  return work
}

describe('a call', () => {
  test('sends path, query, body, site and token, and returns the data with its ETag', async () => {
    const { client, sent } = fakeCollector(json({ id: 'a/b' }, { headers: { ETag: '"1"' } }))
    const answer = await client.patch('/api/v1/devices/{id}', {
      path: { id: 'a/b' },
      body: { assetTag: 'INV-7' },
      siteId: 'site',
      headers: { 'If-Match': '"0"' },
    })
    expect(answer).toMatchObject({ data: { id: 'a/b' }, etag: '"1"', status: 200 })
    expect(sent[0]).toMatchObject({ method: 'PATCH', path: '/api/v1/devices/a%2Fb', body: '{"assetTag":"INV-7"}' })
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer t1',
      'content-type': 'application/json',
      'if-match': '"0"',
      'x-site-id': 'site',
    })
  })

  test('leaves undefined parameters out of the query', async () => {
    const { client, sent } = fakeCollector(json({ items: [], total: 0 }))
    await client.get('/api/v1/devices', { query: { q: 'a b', limit: 5, ...({ tag: undefined } as object) } })
    expect(sent[0]?.path).toBe('/api/v1/devices?q=a+b&limit=5')
  })

  test('returns no data for 204, text for CSV and bytes for a raw snapshot', async () => {
    const raw = new Response('raw', { headers: { 'Content-Type': 'application/octet-stream' } })
    const csv = new Response('a,b', { headers: { 'Content-Type': 'text/csv' } })
    const { client } = fakeCollector(new Response(null, { status: 204 }), csv, raw)
    expect((await client.delete('/api/v1/devices/{id}', { path: { id: '1' } })).data).toBeUndefined()
    expect(await (await client.send('GET', '/api/v1/devices', { query: { format: 'csv' } })).text()).toBe('a,b')
    const { data } = await client.get('/api/v1/snapshots/{id}/raw', { path: { id: '1' } })
    expect(data).toEqual(new TextEncoder().encode('raw'))
  })

  test.each(['', '.', '..'])('rejects the id %j, which would lead to another path', async (id) => {
    const { client, sent } = fakeCollector()
    await expect(client.get('/api/v1/devices/{id}', { path: { id } })).rejects.toThrow('must be an id')
    expect(sent).toEqual([])
  })

  test('throws the problem of an error answer', async () => {
    const body = {
      code: 'validation_failed',
      detail: '1 field is invalid.',
      errors: [{ path: '/name', message: 'must not be empty' }],
    }
    const { client } = fakeCollector(json(body, { status: 400, headers: { 'X-Request-Id': 'r-2' } }))
    await expect(client.post('/api/v1/tags', { body: { name: '' } })).rejects.toMatchObject({
      name: 'RollcallError',
      status: 400,
      code: 'validation_failed',
      message: 'POST /api/v1/tags answered 400: 1 field is invalid. /name must not be empty',
      errors: [{ path: '/name' }],
      requestId: 'r-2',
    })
  })

  test('throws an error for an answer that is not the collector’s', async () => {
    const html = new Response('<html>', { status: 502, headers: { 'Content-Type': 'text/html' } })
    const { client } = fakeCollector(html)
    await expect(client.get('/api/v1/me')).rejects.toMatchObject({ status: 502, code: 'http_502' })
  })
})

describe('a repeated call', () => {
  test.each(['get', 'post'] as const)('waits for Retry-After after 429: %s', async (method) => {
    const { client, sent } = fakeCollector(problem(429, 'rate_limited', { 'Retry-After': '7' }), json({ id: '1' }))
    const path = '/api/v1/tags'
    const work = method === 'get' ? client.get(path) : client.post(path, { body: { name: 'Office' } })
    await vi.advanceTimersByTimeAsync(6_900)
    expect(sent).toHaveLength(1)
    await inFakeTime<unknown>(work)
    expect(sent).toHaveLength(2)
  })

  test('is idempotent after 503 and after a broken connection', async () => {
    const upgrade = json(
      { status: 'upgrade_in_progress', message: 'Wait.' },
      { status: 503, headers: { 'Retry-After': '30' } },
    )
    const { client, sent } = fakeCollector(upgrade, new TypeError('fetch failed'), json({ id: '1' }))
    await inFakeTime(client.get('/api/v1/me'))
    expect(sent).toHaveLength(3)
  })

  test.each([
    [problem(503, 'unavailable'), { code: 'unavailable' }],
    [new TypeError('fetch failed'), { message: 'fetch failed' }],
  ])('is not made for a POST that may have been carried out', async (reply, error) => {
    const { client, sent } = fakeCollector(reply)
    await expect(client.post('/api/v1/tags', { body: { name: 'Office' } })).rejects.toMatchObject(error)
    expect(sent).toHaveLength(1)
  })

  test('is made four times, then its error is thrown', async () => {
    const { client, sent } = fakeCollector(...Array.from({ length: 6 }, () => problem(503, 'unavailable')))
    await expect(inFakeTime(client.get('/api/v1/me'))).rejects.toMatchObject({ status: 503 })
    expect(sent).toHaveLength(5)
  })

  test('is not made if Retry-After is longer than a minute, as for a quota', async () => {
    const { client } = fakeCollector(problem(429, 'quota_exhausted', { 'Retry-After': '86400' }))
    await expect(client.get('/api/v1/me')).rejects.toMatchObject({ code: 'quota_exhausted', retryAfter: 86_400 })
  })

  test('ends with the signal while it waits', async () => {
    const { client, sent } = fakeCollector(problem(429, 'rate_limited', { 'Retry-After': '30' }))
    const stop = new AbortController()
    const work = client.get('/api/v1/me', { signal: stop.signal })
    await vi.advanceTimersByTimeAsync(1_000)
    stop.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    expect(sent).toHaveLength(1)
  })

  test('follows an attempt that took too long', async () => {
    const silent = (_: unknown, signal: AbortSignal) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { client, sent } = fakeCollector(silent, json({ id: '1' }))
    await inFakeTime(client.get('/api/v1/me', { timeoutMs: 500 }))
    expect(sent).toHaveLength(2)
  })
})

describe('the token', () => {
  test('is requested once for calls at the same time', async () => {
    const { client, tokens } = fakeCollector(...Array.from({ length: 5 }, () => json({})))
    await Promise.all(Array.from({ length: 5 }, () => client.get('/api/v1/me')))
    expect(tokens).toEqual(['t1'])
  })

  test('is renewed a minute before its end', async () => {
    const { client, sent } = fakeCollector(json({}), json({}), json({}))
    for (const pauseMs of [0, 3_539_000, 2_000]) {
      await vi.advanceTimersByTimeAsync(pauseMs)
      await client.get('/api/v1/me')
    }
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
  })

  test('is renewed once after 401, also for a POST and for several calls', async () => {
    const byToken = ({ headers }: { headers: Headers }) =>
      headers.get('Authorization') === 'Bearer t1' ? problem(401, 'invalid_token') : json({})
    const { client, tokens } = fakeCollector(byToken, byToken, byToken, byToken)
    await Promise.all([client.get('/api/v1/me'), client.post('/api/v1/tags', { body: { name: 'Office' } })])
    expect(tokens).toEqual(['t1', 't2'])
  })

  test('is not renewed again if the new one is refused', async () => {
    const { client, tokens } = fakeCollector(problem(401, 'invalid_token'), problem(401, 'invalid_token'))
    await expect(client.get('/api/v1/me')).rejects.toMatchObject({ code: 'invalid_token' })
    expect(tokens).toEqual(['t1', 't2'])
  })

  test('is requested again after a failure, which names the reason', async () => {
    const replies = [
      json({ error: 'invalid_client', error_description: 'The secret is wrong.' }, { status: 401 }),
      json({ access_token: 't', expires_in: 3600 }),
      json({}),
    ]
    const fetch = async () => replies.shift() ?? expect.unreachable()
    const client = createClient({ url: 'https://collector.example', clientId: 'id', clientSecret: 'secret', fetch })
    await expect(client.get('/api/v1/me')).rejects.toMatchObject({
      code: 'invalid_client',
      message: expect.stringContaining('The secret is wrong.'),
    })
    expect((await client.get('/api/v1/me')).status).toBe(200)
  })

  test('is not sent in the clear', () => {
    const given = { url: 'http://collector.example', clientId: 'id', clientSecret: 'secret' }
    expect(() => createClient(given)).toThrow('url must begin with https://')
  })

  test('is still waited for by others after one call was aborted', async () => {
    const { client } = fakeCollector(json({ name: 'CMDB' }))
    const stop = new AbortController()
    const [aborted, other] = [client.get('/api/v1/me', { signal: stop.signal }), client.get('/api/v1/me')]
    stop.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    expect((await other).data).toEqual({ name: 'CMDB' })
  })
})

describe('a list', () => {
  test('yields the items of all pages with the given filter', async () => {
    const page = (ids: string[]) => json({ items: ids.map((id) => ({ id })), total: 3 })
    const { client, sent } = fakeCollector(page(['1', '2']), page(['3']))
    const ids: string[] = []
    for await (const { id } of client.list('/api/v1/devices', { query: { q: 'pc', limit: 2 } })) ids.push(id)
    expect(ids).toEqual(['1', '2', '3'])
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/v1/devices?limit=2&q=pc&offset=0',
      '/api/v1/devices?limit=2&q=pc&offset=2',
    ])
  })

  test('ends on an empty page, although the total says there is more', async () => {
    const { client } = fakeCollector(json({ items: [{ id: '1' }], total: 9 }), json({ items: [], total: 9 }))
    expect(await all(client.list('/api/v1/devices'))).toHaveLength(1)
  })

  test('of the older family follows nextOffset', async () => {
    const { client, sent } = fakeCollector(
      json({ data: [{ id: '1' }], nextOffset: 1 }),
      json({ data: [{ id: '2' }], nextOffset: null }),
    )
    const devices = await all(client.auditedDevices('site', { body: { columns: ['name'] } }))
    expect(devices.map(({ id }) => id)).toEqual(['1', '2'])
    expect(sent.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { limit: 1_000, columns: ['name'], offset: 0 },
      { limit: 1_000, columns: ['name'], offset: 1 },
    ])
  })
})

describe('a stream', () => {
  const stream = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })
  const event = (id: string) => `id: ${id}\nevent: device.added\ndata: {"id":"${id}"}\n\n`

  test('continues behind the last event after a broken connection and a temporary error', async () => {
    const { client, sent } = fakeCollector(
      stream(`: hello\n\n${event('1')}${event('2')}id: 3\nda`),
      ...Array.from({ length: 5 }, () => problem(503, 'unavailable')),
      stream(event('3')),
    )
    const events = client.events({ types: ['device.added', 'device.deleted'], after: '0' })
    const ids: string[] = []
    const read = async () => {
      for await (const { id } of events) if (ids.push(id) === 3) break
    }
    await inFakeTime(read())
    expect(ids).toEqual(['1', '2', '3'])
    expect(sent[0]?.path).toBe('/api/v1/events?types=device.added%2Cdevice.deleted')
    const lastIds = sent.map(({ headers }) => headers.get('Last-Event-ID'))
    expect([lastIds[0], lastIds.at(-1)]).toEqual(['0', '2'])
  })

  test('throws an error that will not pass', async () => {
    const { client } = fakeCollector(problem(403, 'wrong_site'))
    await expect(client.events().next()).rejects.toMatchObject({ status: 403 })
  })

  test('of a task ends with the task', async () => {
    const { client } = fakeCollector(stream(event('1')), new Response(null, { status: 204 }))
    expect(await inFakeTime(all(client.taskEvents('task')))).toEqual([{ id: '1' }])
  })

  test('ends with the signal', async () => {
    const { client } = fakeCollector(stream(event('1')))
    const stop = new AbortController()
    const events = client.events({ signal: stop.signal })
    await events.next()
    stop.abort(new Error('enough'))
    await expect(events.next()).rejects.toThrow('enough')
  })

  test('is opened again after a silence', async () => {
    const open = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(event('1'))),
    })
    const { client } = fakeCollector(new Response(open), stream(event('2')))
    const events = client.events()
    await events.next()
    expect((await inFakeTime(events.next())).value).toEqual({ id: '2' })
  })
})

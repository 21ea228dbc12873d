import { readFile } from 'node:fs/promises'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import { taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClientCredentials, fetchToken } from '../harness/api-client.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { openSse, type SseEvent, take, toEnd } from '../harness/sse.ts'
import { proves } from '../interface/proves.ts'

let up: Up
let ca: string
let registration: ClientCredentials & { id: string }

beforeAll(async () => {
  up = await startUp({ args: ['--no-agent'] })
  ca = await readFile(up.facts.caFile, 'utf8')
  registration = await up.api.create('/api/v1/app-registrations', { name: 'listener' }, createdAppRegistrationSchema)
})
afterAll(() => up?.stop())

const listen = async (path: string, lastId?: string) =>
  openSse(`${up.facts.url}${path}`, {
    ca,
    token: await fetchToken(up.api.call, registration),
    ...(lastId === undefined ? {} : { headers: { 'Last-Event-ID': lastId } }),
  })

const addSegment = (name: string, addresses = ['127.0.0.9']) => {
  const segment = { name, type: 'address-list', auditServiceId: up.facts.auditServiceId, addresses }
  return up.api.create('/api/v1/segments', segment, segmentSchema)
}

/** Until one of this type comes. */
async function takeUntil(events: AsyncGenerator<SseEvent>, isIt: (event: SseEvent) => boolean): Promise<SseEvent[]> {
  const taken: SseEvent[] = []
  for (;;) {
    const [event] = await take(events, 1)
    if (event) taken.push(event)
    if (event && isIt(event)) return taken
  }
}

test('a stream delivers events, and after a reconnect the missed ones', proves('events.stream'), async () => {
  const first = await listen('/api/v1/events?types=segment.added,segment.deleted')
  expect(first.status).toBe(200)
  expect(first.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  const one = await addSegment('one')
  const [heard] = await take(first.events, 1)
  expect(heard).toMatchObject({
    event: 'segment.added',
    data: { type: 'rollcall.segment.added', source: `/sites/${up.facts.siteId}`, subject: one.id },
  })
  first.close()
  const two = await addSegment('two')
  expect((await up.api.call('DELETE', `/api/v1/segments/${one.id}`)).status).toBe(204)
  const second = await listen('/api/v1/events?types=segment.added,segment.deleted', heard?.id)
  const missed = (await take(second.events, 2)).map(({ event, data }) => ({ event, subject: subjectOf(data) }))
  expect(missed).toEqual([
    { event: 'segment.added', subject: two.id },
    { event: 'segment.deleted', subject: one.id },
  ])
  second.close()
})

const subjectOf = (data: unknown) => (data as { subject: string }).subject

test('a task is streamed from Queued to its end', proves('tasks.events'), async () => {
  const segment = await addSegment('followed', ['127.0.0.1'])
  const site = await listen('/api/v1/events?types=task.changed')
  const { taskId } = await up.api.create(`/api/v1/segments/${segment.id}/scan`, {}, taskAcceptedSchema)
  const task = await listen(`/api/v1/tasks/${taskId}/events`)
  const states = await takeUntil(task.events, ({ data }) => statusOf(data) === 'Success')
  expect(await task.events.next()).toMatchObject({ done: true })
  expect(states.at(-1)).toMatchObject({ event: 'task', data: { id: taskId, progress: { addressesDone: 1 } } })
  const again = await listen(`/api/v1/tasks/${taskId}/events`, states.at(-1)?.id)
  expect(again.status).toBe(204)
  const streamed = await takeUntil(site.events, ({ data }) => statusOf((data as { data: unknown }).data) === 'Success')
  expect(streamed.map(({ data }) => statusOf((data as { data: unknown }).data))).toEqual([
    'Queued',
    'Running',
    'Success',
  ])
  site.close()
})

const statusOf = (data: unknown) => (data as { status: string }).status

test('a stream ends when its App registration is disabled', async () => {
  const stream = await listen('/api/v1/events')
  const patched = await up.api.call('PATCH', `/api/v1/app-registrations/${registration.id}`, {
    body: { enabled: false },
  })
  expect(patched.status).toBe(200)
  expect(await toEnd(stream.events)).toEqual([])
  expect(
    (await up.api.call('PATCH', `/api/v1/app-registrations/${registration.id}`, { body: { enabled: true } })).status,
  ).toBe(200)
})

test('a stopping collector ends its streams, and stops', async () => {
  const streams = await Promise.all([listen('/api/v1/events'), listen('/api/v1/events')])
  const exit = await up.stop()
  for (const { events } of streams) expect(await toEnd(events)).toEqual([])
  expect(exit).toMatchObject({ code: 0 })
})

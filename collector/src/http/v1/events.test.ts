import { expect, it } from 'vitest'
import { parseSse, take } from '../../../../test/harness/sse.ts'
import { proves } from '../../../../test/interface/proves.ts'
import { eventsAfter } from '../../activity/events/list-events.ts'
import { sequenceEvents } from '../../activity/events/sequence-events.ts'
import { type ExampleType, exampleEvents } from '../../activity/testing/events.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/events'

describeOnEitherEngine('the events of a site', ({ open }) => {
  const setUp = async () => {
    const app = await testApp(await open())
    return {
      ...app,
      listen: async (query = '', headers: Record<string, string> = {}) => {
        const answer = await app.call('GET', `${path}${query}`, { token: 'reader', headers })
        expect(answer.status).toBe(200)
        if (!answer.body) throw new Error('no stream')
        return parseSse(answer.body)
      },
      async happen(...types: ExampleType[]) {
        const { siteId, store } = app.ctx
        const events = exampleEvents(types)
        await store.write((tx) => recordEvents(tx, { siteId, timestamp: '2026-11-20T08:00:00.000Z', events }))
        await sequenceEvents(app.ctx, async () => undefined)
        app.streams.news()
      },
    }
  }

  it(
    'arrive as CloudEvents from the start of the stream, and continue after the last one',
    proves('events.stream'),
    async () => {
      const { ctx, call, listen, happen } = await setUp()
      await happen('device.added')
      const answer = await call('GET', path, { token: 'reader' })
      expect(answer.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      await answer.body?.cancel()
      const events = await listen()
      await happen('device.modified', 'device.deleted')
      const [first, second] = await take(events, 2)
      expect(first).toMatchObject({
        event: 'device.modified',
        data: { specversion: '1.0', id: first?.id, source: `/sites/${ctx.siteId}`, type: 'rollcall.device.modified' },
      })
      await events.return(undefined)
      await happen('segment.added')
      const resumed = await listen('', { 'Last-Event-ID': first?.id ?? '' })
      expect(await take(resumed, 2)).toMatchObject([{ id: second?.id }, { event: 'segment.added' }])
      const forgotten = await listen('', { 'Last-Event-ID': 'an-id-that-is-no-longer-kept' })
      expect(await take(forgotten, 1)).toMatchObject([{ event: 'device.added' }])
    },
  )

  it('have the requested types', async () => {
    const { call, listen, happen } = await setUp()
    const events = await listen('?types=device.deleted,task.changed')
    await happen('device.added', 'device.deleted')
    await happen('device.added')
    await happen('task.changed')
    expect((await take(events, 2)).map(({ event }) => event)).toEqual(['device.deleted', 'task.changed'])
    for (const query of ['?types=device.gone', '?types=', '?type=device.added']) {
      expect((await call('GET', `${path}${query}`)).status, query).toBe(400)
    }
  })

  it('arrive at once, however many events of other types lie in between', async () => {
    const { ctx, listen, happen } = await setUp()
    await happen('device.added', ...Array(250).fill('device.modified'), 'device.deleted')
    const [first] = await eventsAfter(ctx, ctx.siteId, { batch: 0, id: '' }, 1)
    const events = await listen('?types=device.deleted', { 'Last-Event-ID': first?.id ?? '' })
    expect(await take(events, 1)).toMatchObject([{ event: 'device.deleted' }])
  })

  it('exclude other sites, and need a token', async () => {
    const { ctx, call, listen, happen } = await setUp()
    const events = await listen()
    const elsewhere = exampleEvents(['device.added'])
    await ctx.store.write((tx) =>
      recordEvents(tx, { siteId: 'another', timestamp: '2026-11-20T08:00:00.000Z', events: elsewhere }),
    )
    await happen('device.deleted')
    expect(await take(events, 1)).toMatchObject([{ data: { subject: 'of device.deleted' } }])
    expect((await call('GET', path, { token: null })).status).toBe(401)
  })

  it('are streamed to one caller at most ten times', async () => {
    const { call } = await setUp()
    for (let opened = 0; opened < 10; opened += 1) expect((await call('GET', path)).status).toBe(200)
    const answer = await call('GET', path)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('Retry-After')).toBe('5')
  })
})

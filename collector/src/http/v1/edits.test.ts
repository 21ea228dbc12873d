import { changeListSchema } from '@rollcall/shared/api/change.ts'
import { cloudEventSchema } from '@rollcall/shared/api/event.ts'
import { tagSchema } from '@rollcall/shared/api/tag.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { parseSse, take } from '../../../../test/harness/sse.ts'
import { sequenceEvents } from '../../activity/events/sequence-events.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { seen } from '../../ingest/testing/observations.ts'
import { nowOf } from '../../lib/context.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/software/change-history'

describeOnEitherEngine('edits by people and apps', ({ open }) => {
  /** An app and a command edit records, and an agent reports a device twice with other software. */
  async function setUp() {
    const app = await testApp(await open())
    const { ctx, call, streams } = app
    const events = await call('GET', '/api/v1/events?types=record.edited', { token: 'reader' })
    if (!events.body) throw new Error('no stream')
    const ingest = createIngest(ctx)
    const agent = { siteId: ctx.siteId, agentId: 'agent', actor: 'agent pc' }
    for (const version of ['1', '2']) {
      const software = [{ name: 'editor', version }]
      const observation = seen(Number(version), { name: 'pc', serialNumber: 'B7C0ND2', software })
      await ingest.submit({ ...agent, observation })
    }
    const tag = tagSchema.parse(await (await call('POST', '/api/v1/tags', { json: { name: '=Office' } })).json())
    await call('PATCH', `/api/v1/tags/${tag.id}`, { json: { name: 'Lab' } })
    const local = await call('POST', '/local/api/v1/tags', { token: 'local', json: { name: 'Local' } })
    expect(local.status).toBe(201)
    while ((await sequenceEvents(ctx, async () => undefined)).hasMore);
    streams.news()
    const list = async (query: string) => {
      const answer = await call('GET', `${path}${query}`, { token: 'reader' })
      return changeListSchema.parse(await answer.json())
    }
    return { ...app, tag, list, events: parseSse(events.body) }
  }

  it('are listed with the ids of their editors, without changes that audits found', async () => {
    const { ctx, tag, list } = await setUp()
    const { items, total } = await list('?edits=true')
    const app = { kind: 'app', id: ctx.actor.id }
    expect(items.map(({ verb, to, actor, editor }) => ({ verb, to, actor, editor }))).toEqual([
      { verb: 'Added', to: 'Local', actor: ctx.actor.name, editor: { kind: 'command-line', id: 'local' } },
      { verb: 'Modified', to: 'Lab', actor: ctx.actor.name, editor: app },
      { verb: 'Added', to: '=Office', actor: ctx.actor.name, editor: app },
    ])
    expect(total).toBe(3)
    expect(await list('?edits=true&limit=1&offset=1')).toMatchObject({ total: 3, items: [{ entityId: tag.id }] })
    const all = await list('')
    expect(all.total).toBeGreaterThan(3)
    expect(all.items.filter(({ editor }) => editor !== null)).toHaveLength(3)
    expect(await list('?edits=false')).toEqual(all)
  })

  it('are events of their own type, with the entry of the change log', async () => {
    const { list, events } = await setUp()
    const got = (await take(events, 3)).map(({ event, data }) => ({ event, data: cloudEventSchema.parse(data) }))
    const { items } = await list('?edits=true')
    expect(got.map(({ event }) => event)).toEqual(Array(3).fill('record.edited'))
    expect(got.map(({ data }) => data.data)).toEqual(
      items
        .toReversed()
        .map(({ id, timestamp: _, deviceName: __, subjectDeleted: ___, observedAt: ____, ...change }) => ({
          ...change,
          changeId: id,
        })),
    )
  })

  it('are exported as CSV, all of them, and no name becomes a formula', async () => {
    const { call, list } = await setUp()
    const answer = await call('GET', `${path}?edits=true&format=csv&limit=1`, { token: 'reader' })
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="changes.csv"')
    const [header, ...lines] = (await answer.text()).split('\r\n').slice(0, -1)
    expect(header).toBe(
      'timestamp,id,actor,verb,entity,entityId,deviceId,deviceName,field,from,to,editorKind,editorId,subjectName,observedAt',
    )
    const { items } = await list('?edits=true')
    expect(lines.map((line) => line.split(',')[1])).toEqual(items.map(({ id }) => id))
    expect(lines[1]).toMatch(/,name,'=Office,Lab,app,/)
    const byHeader = await call('GET', path, { headers: { Accept: 'text/csv' } })
    expect((await byHeader.text()).split('\r\n').slice(1, -1)).toHaveLength((await list('')).total)
    expect((await call('GET', `${path}?edits=maybe`)).status).toBe(400)
  })

  it('are exported in parts without a gap or a repetition, also among entries of one instant', async () => {
    const { ctx, call, list } = await setUp()
    const rows = Array.from({ length: 1_050 }, (_, number) => {
      const entityId = newId()
      return { verb: 'Added' as const, entity: 'Tag', entityId, to: `tag ${number}` }
    })
    const { siteId, actor, store } = ctx
    await store.write((tx) => recordChanges(tx, { siteId, actor, timestamp: nowOf(ctx), rows }))
    const answer = await call('GET', `${path}?edits=true&format=csv`)
    const ids = (await answer.text())
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe((await list('?edits=true&limit=1')).total)
    expect(ids.length).toBe(rows.length + 3)
  })
})

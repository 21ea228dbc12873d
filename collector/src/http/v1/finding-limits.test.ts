import type { List } from '@rollcall/shared/api/common.ts'
import { ruleLimits } from '@rollcall/shared/api/rule.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { recordListener } from '../../activity/events/listeners.ts'
import { devicesMatching } from '../../devices/query/devices-matching.ts'
import { subjectsMatching } from '../../devices/query/subjects-matching.ts'
import { evaluateRules } from '../../findings/evaluation/evaluate-rules.ts'
import { nowOf } from '../../lib/context.ts'
import { repairAfterSetBack } from '../../operations/clock-set-back.ts'
import { eventTables, notificationTables } from '../../store/schema/activity.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { ruleApp } from '../testing/rules.ts'

const lost = { name: 'Lost', query: 'assetTag = lost', notify: { bell: true, mail: true, webhook: true } }

describeOnEitherEngine('a finding that comes and goes', ({ open }) => {
  const setUp = async () => {
    const test = await ruleApp(await open())
    const { ctx } = test
    await test.createRule(lost)
    await recordListener(ctx, ctx.siteId)
    const lose = (assetTag: string | null) => test.edit(test.survivorId, { assetTag })
    const sent = () =>
      ctx.store.read(async (db) => {
        const { events: table } = db.tables(eventTables)
        const events = await db.select().from(table).orderBy(table.id)
        const mails = await db.$count(db.tables(notificationTables).notifications)
        return [mails, ...events.filter(({ type }) => type.startsWith('finding.')).map(({ type }) => type)]
      })
    return { ...test, lose, sent }
  }

  it('each minute notifies twice, and then stays open until it has been clear for an hour', async () => {
    const { lose, evaluate, only, list, sent, advance } = await setUp()
    for (let minute = 0; minute < 40; minute++) {
      await lose(minute % 2 === 0 ? 'lost' : null)
      await evaluate()
    }
    const notified = [2, 'finding.opened', 'finding.resolved', 'finding.opened']
    expect(await sent()).toEqual(notified)
    expect(await only()).toMatchObject({ state: 'open', flapping: true })
    advance(58 * 60)
    await evaluate()
    expect(await list()).toHaveLength(1)
    await evaluate()
    expect(await list()).toEqual([])
    expect(await sent()).toEqual([...notified, 'finding.resolved'])
    advance(2 * 3_600)
    await lose('lost')
    await evaluate()
    expect(await only()).toMatchObject({ state: 'open', flapping: false })
  })

  it('stays acknowledged or snoozed meanwhile', async () => {
    const { lose, evaluate, only, change, sent } = await setUp()
    for (const assetTag of ['lost', null, 'lost']) {
      await lose(assetTag)
      await evaluate()
    }
    const before = await sent()
    await change('acknowledge', { ids: [(await only()).id], note: 'A loose cable' })
    for (const assetTag of [null, 'lost', null]) {
      await lose(assetTag)
      await evaluate()
      expect(await only()).toMatchObject({ state: 'acknowledged', note: 'A loose cable' })
    }
    expect(await sent()).toEqual(before)
  })
})

describeOnEitherEngine('a rule whose query names something that was removed', ({ open }) => {
  it.each([
    [
      'a custom field',
      'custom.status = lost',
      'No device has the custom field “status”. Edit the query, or add it again',
    ],
    ['a tag', 'tag = Lost', 'The site has no tag “Lost”. Edit the query, or add it again'],
  ])('%s: says so, and opens and resolves nothing', async (what, query, problem) => {
    const { createRule, edit, tag, evaluate, rules, only, summary, survivorId, get, call } = await ruleApp(await open())
    const set = async (status: string | null) => edit(survivorId, { customFields: { status } })
    await set('lost')
    await tag(survivorId, 'Lost')
    await createRule({ name: 'Lost', query })
    await evaluate()
    const found = await only()
    expect((await rules())[0]).toMatchObject({ problem: null })
    if (what === 'a tag') {
      const { items } = await get<List<{ id: string }>>('/api/v1/tags')
      expect((await call('DELETE', `/api/v1/tags/${items[0]?.id}`)).status).toBe(204)
    } else await set(null)
    await evaluate()
    expect(await only()).toEqual(found)
    expect((await rules())[0]).toMatchObject({ problem, open: 1 })
    expect((await summary()).rules[0]).toMatchObject({ problem })
    await set('lost')
    await tag(survivorId, 'Lost')
    await evaluate()
    expect(await only()).toEqual(found)
    expect((await rules())[0]).toMatchObject({ problem: null })
  })

  it('a segment: says so', async () => {
    const { createRule, evaluate, rules } = await ruleApp(await open())
    await createRule({ name: 'Branch', query: 'not segment = Branch or name = pc1' })
    await evaluate()
    expect((await rules())[0]?.problem).toBe('The site has no segment “Branch”. Edit the query, or add it again')
  })
})

describeOnEitherEngine('two people who edit one rule', ({ open }) => {
  it('the second is told that it has changed, and its change is not stored', async () => {
    const { createRule, call, get } = await ruleApp(await open())
    const { id } = await createRule(lost)
    const path = `/api/v1/rules/${id}`
    const etag = (await call('GET', path)).headers.get('ETag') ?? ''
    const patch = (json: object) => call('PATCH', path, { json, headers: { 'If-Match': etag } })
    expect((await patch({ severity: 'info' })).status).toBe(200)
    const refused = await patch({ query: 'assetTag = stolen' })
    expect(refused.status).toBe(412)
    expect(((await refused.json()) as { detail: string }).detail).toMatch(/changed/)
    expect(await get(path)).toMatchObject({ severity: 'info', query: 'assetTag = lost' })
    expect((await call('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(412)
  })
})

describeOnEitherEngine('evaluation of rules', ({ open }) => {
  it('says how many matches have no finding, and opens theirs when there is room', async () => {
    const { createRule, rules, summary, list, ctx, advance, survivorId } = await ruleApp(await open())
    await createRule(lost)
    const items = (number: number) =>
      Array.from({ length: number }, (_, at) => ({ deviceId: survivorId, item: `item ${at}`, detail: null }))
    const { findingsPerRule } = ruleLimits
    advance(60)
    await evaluateRules(ctx, timeOf(ctx), {
      subjects: async (_, __, ___, limit) => ({ subjects: items(limit), total: 23_411 }),
      devices: devicesMatching,
    })
    expect((await rules())[0]).toMatchObject({ open: findingsPerRule, omitted: 23_411 - findingsPerRule })
    expect((await summary()).rules[0]).toMatchObject({ open: findingsPerRule, omitted: 13_411 })
    // A rule that took long is evaluated less often.
    advance(86_400)
    await evaluateRules(ctx, timeOf(ctx), {
      subjects: async () => ({ subjects: items(3), total: 3 }),
      devices: devicesMatching,
    })
    expect((await rules())[0]).toMatchObject({ open: 3, omitted: 0 })
    expect(await list()).toHaveLength(3)
  })

  it('counts the devices whose items it has not read', async () => {
    const { ctx, survivorId, otherId, edit } = await ruleApp(await open())
    await edit(survivorId, { assetTag: 'lost' })
    await edit(otherId, { assetTag: 'lost' })
    const query = { field: 'assetTag', operator: '=', value: 'lost' } as const
    const scope = { siteId: ctx.siteId, now: ctx.clock.now() }
    const { subjects, total } = await ctx.store.read((db) => subjectsMatching(db, scope, query, 1))
    expect([subjects.length, total]).toEqual([1, 2])
  })

  it('of 1,000 rules ends, and a rule that fails holds up none', async () => {
    const { ctx, createRule, advance } = await ruleApp(await open())
    const first = await createRule(lost)
    const { findingRules } = ctx.store.tables(findingTables)
    await ctx.store.write(async (tx) => {
      const [row] = await tx.select().from(findingRules)
      const copies = Array.from({ length: 999 }, (_, at) => ({
        ...(row as NonNullable<typeof row>),
        ...{ id: newId(), siteId: `site-${Math.floor(at / 100)}`, name: `Rule ${at}`, nameKey: `rule ${at}` },
      }))
      await tx.insertRows(findingRules, copies)
    })
    advance(60)
    let calls = 0
    const subjects = async () => {
      if (++calls % 2 === 0) throw new Error('a defect')
      return { subjects: [], total: 0 }
    }
    await evaluateRules(ctx, timeOf(ctx), { subjects, devices: devicesMatching })
    const rows = await ctx.store.read((db) => db.select().from(findingRules))
    expect([calls, rows.length]).toEqual([1_000, 1_000])
    expect(rows.filter(({ problem }) => problem !== null)).toHaveLength(500)
    expect(rows.every(({ evaluatedAt }) => evaluatedAt === nowOf(ctx))).toBe(true)
    expect(rows.map(({ id }) => id)).toContain(first.id)
  })

  it('goes on after the clock was set back, and its findings can be read', async () => {
    const { createRule, edit, evaluate, only, summary, list, survivorId, otherId, ctx, advance, post } = await ruleApp(
      await open(),
    )
    await createRule(lost)
    advance(86_400)
    await edit(survivorId, { assetTag: 'lost' })
    await evaluate()
    advance(-86_400)
    await repairAfterSetBack(ctx, nowOf(ctx))
    const { raisedAt } = await only()
    expect(raisedAt).toBe(nowOf(ctx))
    await post('/api/v1/findings/read', { until: raisedAt })
    expect(await summary()).toMatchObject({ open: 1, unread: 0 })
    await edit(otherId, { assetTag: 'lost' })
    await evaluate()
    expect(await list()).toHaveLength(2)
  })
})

import type { Site } from '@rollcall/shared/api/site.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { recordListener } from '../../activity/events/listeners.ts'
import { devicesMatching } from '../../devices/query/devices-matching.ts'
import { evaluateRules } from '../../findings/evaluation/evaluate-rules.ts'
import { defaultRules, ensureDefaultRules } from '../../findings/rules/default-rules.ts'
import { readQuery } from '../../findings/rules/read-query.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf, timeOf } from '../../testing/context.ts'
import { ruleApp } from '../testing/rules.ts'

const lost = { name: 'Lost', query: 'assetTag = lost' }

it('every rule that a site starts with has a query that can be read', () => {
  const queries = defaultRules.flatMap((rule) => ('query' in rule ? [rule.query] : []))
  expect(queries.length).toBeGreaterThan(9)
  for (const query of queries) expect(() => readQuery(query), query).not.toThrow()
})

describeOnEitherEngine('a rule', ({ open }) => {
  const setUp = async () => ruleApp(await open())

  it('is created, read, edited and deleted, each with an entry in the change log', async () => {
    const { createRule, patchRule, call, get, ctx, rules } = await setUp()
    const rule = await createRule(lost)
    expect(rule).toMatchObject({
      ...{ ...lost, trigger: 'query', severity: 'warning', enabled: true, days: null, origin: null },
      ...{ notify: { bell: true, mail: false, webhook: true }, open: 0, problem: null, evaluatedAt: null },
    })
    expect(await get(`/api/v1/rules/${rule.id}`)).toEqual(rule)
    const edited = await patchRule(rule.id, { name: 'Stolen', notify: { bell: false, mail: true, webhook: false } })
    expect(edited).toMatchObject({ name: 'Stolen', notify: { bell: false, mail: true, webhook: false } })
    expect((await call('DELETE', `/api/v1/rules/${rule.id}`)).status).toBe(204)
    expect(await rules()).toEqual([])
    expect((await changesOf(ctx)).filter(({ entity }) => entity === 'Rule')).toMatchObject([
      { verb: 'Added', to: 'Lost' },
      { verb: 'Modified', field: 'name', from: 'Lost', to: 'Stolen' },
      { verb: 'Modified', field: 'notify', from: 'bell, webhook', to: 'mail' },
      { verb: 'Deleted', from: 'Stolen' },
    ])
  })

  it.each([
    ['a query that cannot be read', { name: 'A', query: 'tonner < 10%' }, '/query', /tonner/],
    ['no query', { name: 'A' }, '/query', /required/],
    [
      'a query of changes that cannot be read',
      { name: 'A', trigger: 'port-down', query: 'tonner' },
      '/query',
      /tonner/,
    ],
    ['an unknown trigger', { name: 'A', trigger: 'full-moon' }, '/trigger', /./],
    ['a name of two lines', { name: 'A\nB', query: 'type = unknown' }, '/name', /one line/],
    ['a query that is too long', { name: 'A', query: 'x'.repeat(4_001) }, '/query', /4000/],
    ['an unknown channel', { name: 'A', query: 'type = unknown', notify: { pager: true } }, '/notify', /./],
  ])('is refused with %s, and the field is named', async (_, json, path, message) => {
    const { post } = await setUp()
    const refused = await post('/api/v1/rules', json)
    expect(refused.status).toBe(400)
    const { errors } = (await refused.json()) as { errors: { path: string; message: string }[] }
    expect(errors.some((error) => error.path.startsWith(path) && message.test(error.message))).toBe(true)
  })

  it('cannot get a query or days that its trigger does not have, or the name of another', async () => {
    const { createRule, call, post } = await setUp()
    const change = await createRule({ name: 'Change', trigger: 'device-added' })
    const rule = await createRule(lost)
    const patch = (id: string, json: object) => call('PATCH', `/api/v1/rules/${id}`, { json })
    expect(await (await patch(change.id, { query: 'nothing at all' })).json()).toMatchObject({
      errors: [{ path: '/query' }],
    })
    expect(await (await patch(rule.id, { query: null })).json()).toMatchObject({ errors: [{ path: '/query' }] })
    expect(await (await patch(rule.id, { days: 3 })).json()).toMatchObject({ errors: [{ path: '/days' }] })
    expect((await patch(rule.id, { name: 'CHANGE' })).status).toBe(409)
    expect((await post('/api/v1/rules', { name: 'LOST', query: 'type = unknown' })).status).toBe(409)
    expect((await patch(rule.id, { query: 'nothing at all' })).status).toBe(400)
  })

  it('needs the Administrator capability to be changed, and is of one site', async () => {
    const { createRule, call, ctx, answer, post } = await setUp()
    const rule = await createRule(lost)
    const path = `/api/v1/rules/${rule.id}`
    for (const [method, where] of [
      ['POST', '/api/v1/rules'],
      ['PATCH', path],
      ['DELETE', path],
    ] as const)
      expect((await call(method, where, { json: {}, token: 'reader' })).status).toBe(403)
    const other = await answer<Site>(call('POST', '/api/v1/sites', { json: { name: 'Other' }, token: 'local' }), 201)
    ctx.actor.siteIds = [...ctx.actor.siteIds, other.id]
    const headers = { 'X-Site-Id': other.id }
    expect((await call('GET', path, { headers })).status).toBe(404)
    expect((await call('PATCH', path, { headers, json: { enabled: false } })).status).toBe(404)
    expect((await post('/api/v1/rules', { ...lost, name: 'Another' })).status).toBe(201)
  })

  it('resolves its findings when it is disabled, and finds the devices again when it is enabled', async () => {
    const { createRule, patchRule, edit, evaluate, list, only, survivorId } = await setUp()
    const rule = await createRule(lost)
    await edit(survivorId, { assetTag: 'lost' })
    await evaluate()
    await only()
    await patchRule(rule.id, { enabled: false })
    expect(await list()).toEqual([])
    await evaluate()
    expect(await list()).toEqual([])
    await patchRule(rule.id, { enabled: true })
    await evaluate()
    await only()
  })

  it('has other findings after its query was edited', async () => {
    const { createRule, patchRule, edit, evaluate, only, survivorId, otherId } = await setUp()
    const rule = await createRule(lost)
    await edit(survivorId, { assetTag: 'lost' })
    await edit(otherId, { assetTag: 'stolen' })
    await evaluate()
    expect(await only()).toMatchObject({ device: { id: survivorId } })
    await patchRule(rule.id, { query: 'assetTag = stolen' })
    await evaluate()
    expect(await only()).toMatchObject({ device: { id: otherId } })
  })

  it('says why it cannot be evaluated, keeps its findings meanwhile, and holds up no other rule', async () => {
    const { createRule, edit, evaluate, list, rules, survivorId, ctx, advance } = await setUp()
    await createRule(lost)
    await createRule({ name: 'Also lost', query: 'assetTag = "lost"' })
    await edit(survivorId, { assetTag: 'lost' })
    await evaluate()
    advance(60)
    let calls = 0
    const subjects = async () => {
      if (++calls === 1) throw invalidField('query', 'would read all devices')
      throw new Error('a defect')
    }
    await evaluateRules(ctx, timeOf(ctx), { subjects, devices: devicesMatching })
    const [one, other] = await rules()
    expect([one?.problem, other?.problem].sort()).toEqual([
      'It failed. The log of the collector has the reason.',
      'would read all devices',
    ])
    expect(await list()).toHaveLength(2)
    await evaluate()
    expect((await rules()).map(({ problem }) => problem)).toEqual([null, null])
  })

  it('is evaluated by one of several collectors, once a minute', async () => {
    const { createRule, ctx, advance } = await setUp()
    await createRule(lost)
    advance(60)
    let evaluations = 0
    const subjects = async () => {
      evaluations++
      return { subjects: [], total: 0 }
    }
    const count = { subjects, devices: devicesMatching }
    await Promise.all([1, 2, 3].map(() => evaluateRules(ctx, timeOf(ctx), count)))
    await evaluateRules(ctx, timeOf(ctx), count)
    expect(evaluations).toBe(1)
    advance(60)
    await evaluateRules(ctx, timeOf(ctx), count)
    expect(evaluations).toBe(2)
  })

  it('emits an event for each finding that opens and resolves, if it notifies webhooks', async () => {
    const { createRule, edit, evaluate, survivorId, ctx } = await setUp()
    const rule = await createRule(lost)
    await createRule({ name: 'Silent', query: 'assetTag = lost', notify: { bell: true, mail: false, webhook: false } })
    await recordListener(ctx, ctx.siteId)
    await edit(survivorId, { assetTag: 'lost' })
    await evaluate()
    await edit(survivorId, { assetTag: null })
    await evaluate()
    const events = await ctx.store.read((db) =>
      db.select().from(db.tables(eventTables).events).orderBy(db.tables(eventTables).events.id),
    )
    const data = { ruleId: rule.id, rule: 'Lost', severity: 'warning', deviceId: survivorId, name: 'pc1' }
    expect(events.filter(({ type }) => type.startsWith('finding.'))).toMatchObject([
      { type: 'finding.opened', data },
      { type: 'finding.resolved', data },
    ])
  })

  it('is one of at most 100 on a site', async () => {
    const { post } = await setUp()
    const create = (number: number) => post('/api/v1/rules', { ...lost, name: `Rule ${number}` })
    for (let number = 0; number < 100; number++) expect((await create(number)).status).toBe(201)
    const refused = await create(100)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 'limit_reached' })
  })
})

describeOnEitherEngine('the rules that a site starts with', ({ open }) => {
  it('are there on a new site, and once on a site of an earlier release, also after they were deleted', async () => {
    const { answer, call, ctx, rules } = await ruleApp(await open())
    const site = await answer<Site>(call('POST', '/api/v1/sites', { json: { name: 'New' }, token: 'local' }), 201)
    const { findingRules } = ctx.store.tables(findingTables)
    const namesOf = async (siteId: string) => {
      const rows = await ctx.store.read((db) => db.select().from(findingRules).where(eq(findingRules.siteId, siteId)))
      return rows.map(({ name }) => name).sort()
    }
    const names = defaultRules.map(({ name }) => name).sort()
    expect(await namesOf(site.id)).toEqual(names)
    expect(await rules()).toEqual([])
    await ensureDefaultRules(ctx)
    expect((await rules()).map(({ name }) => name).sort()).toEqual(names)
    const [first] = await rules()
    expect((await call('DELETE', `/api/v1/rules/${first?.id}`)).status).toBe(204)
    await ensureDefaultRules(ctx)
    expect(await rules()).toHaveLength(names.length - 1)
  })
})

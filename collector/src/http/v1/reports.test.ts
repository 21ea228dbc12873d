import type { Problem } from '@rollcall/shared/api/problem.ts'
import { type Report, reportLimits } from '@rollcall/shared/api/report.ts'
import { expect, it } from 'vitest'
import { listNotifications } from '../../activity/notifications/list-notifications.ts'
import { reportSite, weekly } from '../../reports/testing/report-site.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'

const path = '/api/v1/reports'
const toMonday = 3 * 24 * 3600

describeOnEitherEngine('/api/v1/reports', ({ open }) => {
  const setUp = async () => {
    const site = await reportSite(await open())
    const get = (id: string) => site.as<Report>('GET', `reports/${id}`)
    return { ...site, get }
  }

  it('are created, listed, read, changed and deleted', async () => {
    const { call, ctx, owner, report, view, get, as } = await setUp()
    const { token } = owner
    const all = await view({ name: 'All' })
    const made = await report({ viewId: all.id })
    expect(made).toEqual({
      id: made.id,
      ...weekly,
      view: { id: all.id, name: 'All', list: 'devices' },
      enabled: true,
      format: 'csv',
      webhookIds: [],
      owner: { kind: 'app', id: owner.registration.id, name: 'Anna' },
      paused: null,
      nextRun: '2026-11-23T05:00:00.000Z',
      lastRun: null,
      createdAt: '2026-11-20T08:00:00.000Z',
    })
    expect(await as('GET', 'reports')).toEqual({ items: [made], total: 1 })
    const where = `${path}/${made.id}`
    const etag = (await call('GET', where, { token })).headers.get('ETag') ?? ''
    const patch = (json: object) => call('PATCH', where, { token, json, headers: { 'If-Match': etag } })
    const changed = await patch({ cron: '0 7 * * *', recipients: ['a@example.org', 'b@example.org'] })
    expect(await changed.json()).toMatchObject({ nextRun: '2026-11-21T06:00:00.000Z', cron: '0 7 * * *' })
    // The second of two people who edit the version that both have read.
    expect((await patch({ name: 'Mine' })).status).toBe(412)
    await as('PATCH', `reports/${made.id}`, { enabled: false })
    expect(await get(made.id)).toMatchObject({ enabled: false, nextRun: null })
    expect((await call('DELETE', where, { token })).status).toBe(204)
    expect((await call('GET', where, { token })).status).toBe(404)
    const log = (await changesOf(ctx)).filter(({ entity }) => entity === 'Report')
    expect(new Set(log.map(({ subjectName }) => subjectName))).toEqual(new Set(['Toner']))
    expect(log.map(({ verb, field, from, to }) => [verb, field, from, to])).toEqual([
      ['Added', null, null, 'Toner (0 6 * * MON, Europe/Berlin)'],
      ['Modified', 'cron', '0 6 * * MON', '0 7 * * *'],
      ['Modified', 'recipients', 'it@example.org', 'a@example.org, b@example.org'],
      ['Modified', 'enabled', 'true', 'false'],
      ['Deleted', null, 'Toner', null],
    ])
  })

  it('keeps its ETag while it runs', async () => {
    const { call, token, report, advance, work } = await setUp()
    const { id } = await report()
    const etag = (await call('GET', `${path}/${id}`, { token: await token() })).headers.get('ETag') ?? ''
    advance(toMonday)
    await work()
    const headers = { 'If-Match': etag }
    const renamed = await call('PATCH', `${path}/${id}`, { token: await token(), json: { name: 'x' }, headers })
    expect(renamed.status).toBe(200)
  })

  it('needs an Administrator for every call', async () => {
    const { call, report } = await setUp()
    const { id } = await report()
    const calls = [
      ['GET', ''],
      ['POST', ''],
      ...['GET', 'PATCH', 'DELETE'].map((method) => [method, `/${id}`] as const),
      ...['run', 'take-over'].map((below) => ['POST', `/${id}/${below}`] as const),
      ['GET', `/${id}/runs`],
    ] as const
    for (const [method, below] of calls) {
      expect((await call(method, path + below, { token: 'reader' })).status, `${method} ${below}`).toBe(403)
    }
  })

  it.each<[string, object, string]>([
    ['an expression of six fields', { cron: '* * * * * *' }, '/cron'],
    ['runs every half hour', { cron: '*/30 * * * *' }, '/cron'],
    ['two runs within an hour', { cron: '0,45 9 * * *' }, '/cron'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, '/timeZone'],
    ['no target', { recipients: [] }, '/recipients'],
    ['an address with a header', { recipients: ['a@example.org\r\nBcc: b@example.org'] }, '/recipients/0'],
    ['twenty-one recipients', { recipients: Array.from({ length: 21 }, (_, n) => `p${n}@example.org`) }, '/recipients'],
    ['a webhook of no site', { webhookIds: ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'] }, '/webhookIds/0'],
    ['an unknown view', { viewId: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' }, '/viewId'],
  ])('refuses %s and names the field', async (_, fields, where) => {
    const { call, owner, view } = await setUp()
    const json = { ...weekly, viewId: (await view()).id, ...fields }
    const answer = await call('POST', path, { token: owner.token, json })
    const { errors } = (await answer.json()) as Problem
    expect([answer.status, errors?.map((each) => each.path)]).toEqual([400, [where]])
  })

  it('refuses a private view of somebody else', async () => {
    const { call, owner, as } = await setUp()
    const foreign = await as<{ id: string }>(
      'POST',
      'views',
      { name: 'Own', list: 'devices', parameters: {} },
      'administrator',
    )
    const answer = await call('POST', path, { token: owner.token, json: { ...weekly, viewId: foreign.id } })
    expect(await answer.json()).toMatchObject({ status: 400, errors: [{ path: '/viewId' }] })
  })

  it('pauses when its owner is deleted, and resumes when an Administrator takes it over', async () => {
    const { call, as, report, view, advance, work, owner } = await setUp()
    const made = await report({ viewId: (await view({ shared: true })).id })
    expect((await call('DELETE', owner.path)).status).toBe(204)
    const read = () => as<Report>('GET', `reports/${made.id}`, undefined, 'administrator')
    expect(await read()).toMatchObject({ owner: null, nextRun: null, paused: { reason: 'owner_deleted' } })
    advance(toMonday)
    await work()
    expect(await read()).toMatchObject({ lastRun: null })
    const resumed = await as<Report>('PATCH', `reports/${made.id}`, { enabled: true }, 'administrator')
    expect(resumed.paused).not.toBeNull()
    expect(await as('POST', `reports/${made.id}/take-over`, undefined, 'administrator')).toMatchObject({
      owner: { name: 'Test app' },
      paused: null,
      nextRun: '2026-11-30T05:00:00.000Z',
    })
  })

  it.each<[string, object]>([
    ['loses the Administrator capability', { capabilities: ['EditInventory'] }],
    ['is disabled', { enabled: false }],
  ])('pauses at its next run if its owner %s, and says so once', async (_, patch) => {
    const { call, ctx, as, report, view, advance, work, owner } = await setUp()
    const made = await report({ viewId: (await view({ shared: true })).id })
    expect((await call('PATCH', owner.path, { json: patch })).status).toBe(200)
    advance(toMonday)
    await work()
    advance(toMonday)
    await work()
    const paused = await as<Report>('GET', `reports/${made.id}`, undefined, 'administrator')
    expect(paused).toMatchObject({
      nextRun: null,
      paused: { reason: 'owner_without_permission', since: '2026-11-23T08:00:00.000Z' },
      lastRun: { status: 'Failed', deliveries: [] },
    })
    const notices = await listNotifications(ctx, { limit: 10, offset: 0 })
    expect(notices.items.map(({ subject }) => subject)).toEqual(['The report "Toner" is paused'])
    const back = await as<Report>('PATCH', `reports/${made.id}`, { enabled: true }, 'administrator')
    expect(back).toMatchObject({ paused: null, nextRun: '2026-11-30T05:00:00.000Z' })
  })

  it('pauses when its view is deleted or becomes private to somebody else, and resumes with another', async () => {
    const { as, report, view, advance, work, get } = await setUp()
    const deleted = await view({ name: 'Deleted' })
    const foreign = await as<{ id: string }>(
      'POST',
      'views',
      { name: 'Shared', list: 'devices', parameters: {}, shared: true },
      'administrator',
    )
    const [one, two] = [await report({ viewId: deleted.id }), await report({ name: 'Two', viewId: foreign.id })]
    await as('DELETE', `views/${deleted.id}`)
    expect(await get(one.id)).toMatchObject({ view: null, nextRun: null, paused: { reason: 'view_unavailable' } })
    await as('PATCH', `views/${foreign.id}`, { shared: false }, 'administrator')
    advance(toMonday)
    await work()
    expect(await get(two.id)).toMatchObject({ nextRun: null, paused: { reason: 'view_unavailable' } })
    const other = await view({ name: 'Other' })
    for (const { id } of [one, two]) {
      const resumed = await as<Report>('PATCH', `reports/${id}`, { viewId: other.id })
      expect(resumed).toMatchObject({ paused: null, view: { name: 'Other' }, nextRun: '2026-11-30T05:00:00.000Z' })
    }
  })

  it('limits the reports of a site, and their names are unique', async () => {
    const { call, owner, report, view } = await setUp()
    const { id: viewId } = await view()
    await report({ viewId })
    const again = (name: string) => call('POST', path, { token: owner.token, json: { ...weekly, viewId, name } })
    expect((await again('TONER')).status).toBe(409)
    for (let n = 1; n < reportLimits.perSite; n += 1) await report({ viewId, name: `Report ${n}` })
    const full = await again('One more')
    expect([full.status, await full.json()]).toMatchObject([409, { code: 'limit_reached' }])
  })
})

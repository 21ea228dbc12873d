import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { beginTurn, endTurn, type TurnResult } from '../../snapshots/offload/offload-site.ts'
import { StorageProblem } from '../../snapshots/offload/storage-errors.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'
import { newCaller, twoSites } from '../testing/caller.ts'

const day = 24 * 60 * 60

describeOnEitherEngine('/api/v1/alerts', ({ open }) => {
  async function setUp() {
    const app = await testApp(await open())
    const inDays = (days: number) => new Date(app.ctx.clock.now().getTime() + days * day * 1000).toISOString()
    const alerts = async (query = '', sent = {}) =>
      (await app.call('GET', `/api/v1/alerts${query}`, { token: 'reader', ...sent })).json()
    return { ...app, app, inDays, alerts }
  }

  it(
    'warn of a registration that expires, and stay open from its end until it is renewed, disabled or deleted',
    proves('events.alert', 'state.registration.expired'),
    async () => {
      const { app, advance, inDays, alerts, call } = await setUp()
      const expiresAt = inDays(31)
      const { registration, path, token } = await newCaller(app, { name: 'CMDB', expiresAt })
      expect(await alerts()).toEqual({ items: [], total: 0 })
      advance(day)
      const expiring = {
        id: `registration.expiring:${registration.id}`,
        kind: 'registration.expiring',
        severity: 'warning',
        title: 'The App registration "CMDB" expires in 30 days',
        detail: expect.stringContaining(expiresAt.slice(0, 10)),
        subjectId: registration.id,
        since: '2026-11-21T08:00:00.000Z',
      }
      expect(await alerts()).toEqual({ items: [expiring], total: 1 })
      advance(30 * day)
      const expired = {
        ...expiring,
        id: `registration.expired:${registration.id}`,
        kind: 'registration.expired',
        severity: 'error',
        title: 'The App registration "CMDB" has expired',
        detail: expect.stringContaining('delete it'),
        since: expiresAt,
      }
      expect(await alerts()).toEqual({ items: [expired], total: 1 })
      expect((await call('GET', '/api/v1/devices', { token })).status).toBe(401)
      advance(365 * day)
      await call('PATCH', path, { json: { enabled: false } })
      expect(await alerts()).toEqual({ items: [], total: 0 })
      await call('PATCH', path, { json: { enabled: true } })
      expect(await alerts()).toEqual({ items: [expired], total: 1 })
      await call('PATCH', path, { json: { expiresAt: inDays(60) } })
      expect(await alerts()).toEqual({ items: [], total: 0 })
      await call('PATCH', path, { json: { expiresAt: inDays(-1) } })
      expect(await alerts()).toMatchObject({ items: [{ kind: 'registration.expired', since: inDays(-1) }] })
      await call('DELETE', path)
      expect(await alerts()).toEqual({ items: [], total: 0 })
    },
  )

  it('warn of Snapshot storage that accepts no copies, while it is enabled', async () => {
    const { ctx, alerts, call, advance } = await setUp()
    const set = (snapshotStorage: object) => call('PATCH', '/api/v1/site/settings', { json: { snapshotStorage } })
    await set({ enabled: true, bucket: 'inventory', accessKeyId: 'key', secretAccessKey: 'k' })
    const turn = async (outcome: Partial<TurnResult>) => {
      await beginTurn(ctx)
      await endTurn(ctx, { sent: [], gone: [], refused: [], problem: undefined, ...outcome })
      advance(day)
    }
    const since = ctx.clock.now().toISOString()
    await turn({ problem: new StorageProblem('no_such_bucket', 'no bucket inventory') })
    const failing = { kind: 'offload.failing', severity: 'warning', subjectId: ctx.siteId, since }
    const shown = await alerts()
    expect(shown).toMatchObject({ items: [failing], total: 1 })
    expect(JSON.stringify(shown)).not.toContain('inventory')
    await set({ enabled: false })
    expect(await alerts()).toEqual({ items: [], total: 0 })
    await set({ enabled: true })
    expect(await alerts()).toMatchObject({ total: 1 })
    await turn({ sent: [newId()] })
    expect(await alerts()).toEqual({ items: [], total: 0 })
  })

  it('are listed errors first, then newest first, in pages', async () => {
    const { app, advance, inDays, alerts } = await setUp()
    for (const [name, days] of [
      ['a', 1],
      ['b', 2],
      ['c', 25],
      ['d', 20],
    ] as const) {
      await newCaller(app, { name, expiresAt: inDays(days) })
    }
    advance(3 * day)
    const subjectsOf = async (query = '') => {
      const { items, total } = (await alerts(query)) as { items: { title: string }[]; total: number }
      return [...items.map(({ title }) => title.match(/"(.)"/)?.[1]), total]
    }
    expect(await subjectsOf()).toEqual(['b', 'a', expect.stringMatching(/[cd]/), expect.stringMatching(/[cd]/), 4])
    expect(await subjectsOf('?limit=2&offset=1')).toEqual(['a', (await subjectsOf())[2], 4])
  })

  it('are those of the site of the call', async () => {
    const { app, inDays, alerts } = await setUp()
    const { both, branchId } = await twoSites(app)
    await newCaller(app, { expiresAt: inDays(1) })
    expect(await alerts('', { token: both.token })).toMatchObject({ total: 1 })
    expect(await alerts('', { token: both.token, headers: { 'X-Site-Id': branchId } })).toEqual({ items: [], total: 0 })
  })
})

import { createAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { asc, like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import type { Context } from '../../lib/context.ts'
import { eventTables, notificationTables } from '../../store/schema/activity.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext, timeOf } from '../../testing/context.ts'
import { createRegistration } from './create-registration.ts'
import { deleteRegistration } from './delete-registration.ts'
import { updateRegistration } from './update-registration.ts'
import { watchExpiry } from './watch-expiry.ts'

const day = 24 * 60 * 60

describeOnBothEngines('expiry notices', ({ engine, open, newDatabase }) => {
  async function setUp(store: Store) {
    const test = await testContext(store)
    const { ctx } = test
    const inDays = (days: number) => new Date(ctx.clock.now().getTime() + days * day * 1000).toISOString()
    const register = (days: number, fields: object = {}, by = ctx) =>
      createRegistration(by, createAppRegistrationSchema.parse({ name: 'CMDB', expiresAt: inDays(days), ...fields }))
    return { ...test, inDays, register }
  }
  const subjects = (ctx: Context) =>
    ctx.store.read(async (db) => {
      const { notifications } = db.tables(notificationTables)
      const rows = await db.select().from(notifications).orderBy(asc(notifications.id))
      return rows.map(({ template, subject }) => `${template}: ${subject}`)
    })
  const sent = (ctx: Context) =>
    ctx.store.read(async (db) => {
      const { events } = db.tables(eventTables)
      return db.select().from(events).where(like(events.type, 'registration.%')).orderBy(asc(events.id))
    })
  const notice = (left: string) => `Administrative: The App registration "CMDB" expires in ${left}`

  it(
    'are sent once 30 and 7 days before, and at the expiration',
    proves('auth.reminders', 'events.expiry'),
    async () => {
      const { ctx, advance, register, woken } = await setUp(await open())
      const { id, expiresAt } = await register(31)
      await watchExpiry(ctx, timeOf(ctx))
      expect([await subjects(ctx), woken()]).toEqual([[], 0])
      for (let passed = 1; passed <= 33; passed += 1) {
        advance(day)
        await watchExpiry(ctx, timeOf(ctx))
        await watchExpiry(ctx, timeOf(ctx))
      }
      expect(await subjects(ctx)).toEqual([notice('30 days'), notice('7 days')])
      expect(woken()).toBe(3)
      const event = { siteId: ctx.siteId, subjectId: id, data: { name: 'CMDB', expiresAt } }
      expect(await sent(ctx)).toMatchObject([
        { ...event, type: 'registration.expiring', createdAt: '2026-11-21T08:00:00.000Z' },
        { ...event, type: 'registration.expiring', createdAt: '2026-12-14T08:00:00.000Z' },
        { ...event, type: 'registration.expired', createdAt: '2026-12-21T08:00:00.000Z' },
      ])
    },
  )

  it('are sent only for the latest reminder after days without a run or for a near date', async () => {
    const { ctx, advance, register } = await setUp(await open())
    await register(31)
    advance(25 * day)
    await watchExpiry(ctx, timeOf(ctx))
    expect(await subjects(ctx)).toEqual([notice('6 days')])
    await register(20)
    await watchExpiry(ctx, timeOf(ctx))
    advance(13 * day)
    await watchExpiry(ctx, timeOf(ctx))
    expect(await subjects(ctx)).toEqual([notice('6 days'), notice('20 days'), notice('7 days')])
  })

  it('start again with a new date, end without a date, and never repeat for one date', async () => {
    const { ctx, advance, register, inDays } = await setUp(await open())
    const { id, expiresAt } = await register(5)
    const watch = async () => {
      await watchExpiry(ctx, timeOf(ctx))
      return (await subjects(ctx)).at(-1)
    }
    expect(await watch()).toBe(notice('5 days'))
    await updateRegistration(ctx, id, { expiresAt: inDays(40), name: 'CMDB' })
    await watchExpiry(ctx, timeOf(ctx))
    expect(await subjects(ctx)).toHaveLength(1)
    advance(15 * day)
    expect(await watch()).toBe(notice('25 days'))
    await updateRegistration(ctx, id, { enabled: false })
    await watchExpiry(ctx, timeOf(ctx))
    expect(await subjects(ctx)).toHaveLength(2)
    advance(20 * day)
    expect(await watch()).toBe(notice('5 days'))
    await updateRegistration(ctx, id, { expiresAt: null })
    advance(100 * day)
    await watchExpiry(ctx, timeOf(ctx))
    expect(await subjects(ctx)).toHaveLength(3)
    await updateRegistration(ctx, id, { expiresAt })
    await watchExpiry(ctx, timeOf(ctx))
    const types = (await sent(ctx)).map(({ type }) => type)
    expect(types).toEqual([...Array(3).fill('registration.expiring'), 'registration.expired'])
  })

  it('are not repeated for a date that was moved away and back', async () => {
    const { ctx, register, inDays } = await setUp(await open())
    const { id, expiresAt } = await register(5)
    for (const next of [inDays(90), expiresAt]) {
      await watchExpiry(ctx, timeOf(ctx))
      await updateRegistration(ctx, id, { expiresAt: next })
    }
    await watchExpiry(ctx, timeOf(ctx))
    expect([await subjects(ctx), await sent(ctx)]).toMatchObject([[notice('5 days')], [{}]])
  })

  it('are sent to each site of a registration, and not for a deleted one or one without a date', async () => {
    const { ctx, advance, register } = await setUp(await open())
    const second = newId()
    const both = { ...ctx, actor: { ...ctx.actor, siteIds: [ctx.siteId, second] } }
    await register(20, { siteIds: [ctx.siteId, second] }, both)
    await register(20, { expiresAt: null })
    await deleteRegistration(ctx, (await register(20)).id)
    await watchExpiry(ctx, timeOf(ctx))
    expect(await subjects(ctx)).toHaveLength(2)
    advance(21 * day)
    await watchExpiry(ctx, timeOf(ctx))
    const sites = (await sent(ctx)).map(({ siteId, type }) => `${type} ${siteId}`)
    const of = (type: string) => [ctx.siteId, second].map((siteId) => `registration.${type} ${siteId}`)
    expect(sites).toEqual([...of('expiring'), ...of('expired')])
  })

  it('are sent once by several concurrent collectors', async () => {
    const options = await newDatabase()
    const { ctx, advance, register } = await setUp(await open(undefined, options))
    // On PostgreSQL several collectors share a database; on SQLite two runs of one collector may overlap.
    const collectors = [ctx, engine === 'postgres' ? { ...ctx, store: await open(undefined, options) } : ctx]
    await register(20)
    await register(3)
    for (const days of [0, 15, 15]) {
      advance(days * day)
      await Promise.all(collectors.map((each) => watchExpiry(each, timeOf(each))))
    }
    expect((await subjects(ctx)).sort()).toEqual([notice('20 days'), notice('3 days'), notice('5 days')])
    expect((await sent(ctx)).map(({ type }) => type).sort()).toEqual([
      ...Array(2).fill('registration.expired'),
      ...Array(3).fill('registration.expiring'),
    ])
  })
})

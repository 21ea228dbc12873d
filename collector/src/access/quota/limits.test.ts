import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { setLimits, type TestLimits } from '../../testing/limits.ts'
import { createLimits } from './limits.ts'
import { readUsage } from './usage.ts'

describeOnBothEngines('the quota of a site', ({ engine, open, newDatabase }) => {
  async function setUp(limits: TestLimits = {}) {
    const options = await newDatabase()
    const test = await testContext(await open(undefined, options))
    await setLimits(test.ctx, limits)
    const registrationId = newId()
    const call = { siteId: test.ctx.siteId, registrationId }
    const { admit } = createLimits(test.ctx)
    return { ...test, options, registrationId, call, admit: () => admit(call) }
  }

  it('counts concurrent calls one by one and admits exactly the quota', async () => {
    const { ctx, call, admit } = await setUp({ monthlyTransactions: 300 })
    const admissions = await Promise.all(Array.from({ length: 500 }, admit))
    const used = admissions.map(({ limits }) => limits[0]?.used)
    expect(used).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
    expect(admissions.filter(({ exceeded }) => !exceeded)).toHaveLength(300)
    expect(await readUsage(ctx)).toMatchObject({
      transactions: 500,
      remaining: 0,
      registrations: [{ registrationId: call.registrationId, transactions: 500 }],
    })
  })

  it('is shared by several collectors on one database', async () => {
    const { ctx, call, options } = await setUp({ monthlyTransactions: 150 })
    // SQLite allows one collector; here three share its store.
    const openAgain = () => (engine === 'postgres' ? open(undefined, options) : ctx.store)
    const stores = await Promise.all([openAgain(), openAgain(), openAgain()])
    const collectors = stores.map((store) => createLimits({ ...ctx, store }))
    const calls = collectors.flatMap(({ admit }) => Array.from({ length: 100 }, () => admit(call)))
    const admissions = await Promise.all(calls)
    const used = admissions.map(({ limits }) => limits[0]?.used ?? 0).sort((a, b) => a - b)
    expect(used).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
    expect(admissions.filter(({ exceeded }) => !exceeded)).toHaveLength(150)
  })

  it('keeps sites and registrations separate, within one batch and across batches', async () => {
    const { ctx, call } = await setUp()
    const { admit } = createLimits(ctx)
    const other = { ...call, registrationId: newId() }
    const elsewhere = { ...call, siteId: newId() }
    await Promise.all([call, other, elsewhere, call, elsewhere, call].map(admit))
    await admit(other)
    const expected = [
      { registrationId: call.registrationId, transactions: 3 },
      { registrationId: other.registrationId, transactions: 2 },
    ]
    expect(await readUsage(ctx)).toMatchObject({ transactions: 5, registrations: expected })
    expect(await readUsage({ ...ctx, siteId: elsewhere.siteId })).toMatchObject({ transactions: 2 })
  })

  it('is recharged to the millisecond and reports the time until then', async () => {
    const { ctx, admit, advance } = await setUp({
      monthlyTransactions: 2,
      rechargeDay: 21,
      timeZone: 'America/New_York',
    })
    await admit()
    await admit()
    // 00:00 of the 21st is at 05:00 UTC.
    advance(20 * 3600 + 3599.999)
    const late = await admit()
    expect(late.exceeded).toMatchObject({ name: 'quota', used: 3, max: 2, windowSeconds: 31 * 86_400 + 3600 })
    expect(late.exceeded?.resetSeconds).toBeCloseTo(0.001, 6)
    advance(0.001)
    expect(await readUsage(ctx)).toMatchObject({
      transactions: 0,
      remaining: 2,
      registrations: [],
      periodStart: '2026-11-21T05:00:00.000Z',
      periodEnd: '2026-12-21T05:00:00.000Z',
    })
    expect(await admit()).toMatchObject({ limits: [{ used: 1 }], exceeded: undefined })
    expect(await readUsage(ctx)).toMatchObject({ transactions: 1, registrations: [{ transactions: 1 }] })
  })

  it('keeps its count over a change of the recharge day or time zone until the new day', async () => {
    const { ctx, admit, advance } = await setUp({ monthlyTransactions: 10 })
    await admit()
    await setLimits(ctx, { monthlyTransactions: 10, rechargeDay: 15, timeZone: 'Asia/Tokyo' })
    await admit()
    expect(await readUsage(ctx)).toMatchObject({
      transactions: 2,
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2026-12-14T15:00:00.000Z',
      registrations: [{ transactions: 2 }],
    })
    // 1 December is no longer a recharge day.
    advance(20 * 86_400)
    await admit()
    expect(await readUsage(ctx)).toMatchObject({ transactions: 3 })
    advance(5 * 86_400)
    await admit()
    expect(await readUsage(ctx)).toMatchObject({ transactions: 1, periodStart: '2026-12-14T15:00:00.000Z' })
  })

  it('applies a new limit from the next call on', async () => {
    const { ctx, admit } = await setUp()
    expect(await admit()).toEqual({ limits: [], exceeded: undefined })
    await setLimits(ctx, { monthlyTransactions: 2 })
    expect((await admit()).exceeded).toBeUndefined()
    expect((await admit()).exceeded).toMatchObject({ name: 'quota', used: 3 })
  })

  it('survives a restart', async () => {
    const { ctx, admit, call, options } = await setUp()
    await admit()
    await admit()
    await ctx.store.close()
    const store = await open(undefined, options)
    await createLimits({ ...ctx, store }).admit(call)
    expect(await readUsage({ ...ctx, store })).toMatchObject({ transactions: 3 })
  })

  it('rejects calls that cannot be counted and counts the next', async () => {
    const { ctx, call } = await setUp()
    let isBroken = true
    const writeCounters: typeof ctx.store.writeCounters = (fn) => {
      if (isBroken) throw new Error('no disk')
      return ctx.store.writeCounters(fn)
    }
    const { admit } = createLimits({ ...ctx, store: { ...ctx.store, writeCounters } })
    const failing = Promise.allSettled([admit(call), admit(call)])
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    await admit(call)
    expect(await readUsage(ctx)).toMatchObject({ transactions: 1 })
  })

  it('shows registrations to Administrators only', async () => {
    const { admit, reader } = await setUp()
    await admit()
    const usage = await readUsage(reader)
    expect([usage.transactions, usage.remaining, usage.registrations]).toEqual([1, null, undefined])
  })

  it('has limits a second and a minute that end at the reported time', async () => {
    const { call, admit, advance, ctx } = await setUp({ perSecond: 2, perMinute: 3 })
    await Promise.all([admit(), admit()])
    advance(0.25)
    expect((await admit()).exceeded).toEqual({
      name: 'second',
      max: 2,
      used: 3,
      windowSeconds: 1,
      resetSeconds: 0.75,
    })
    const other = { ...call, registrationId: newId() }
    expect((await createLimits(ctx).admit(other)).exceeded).toBeUndefined()
    advance(0.75)
    // The refused call counted in the minute.
    expect((await admit()).exceeded).toMatchObject({ name: 'minute', used: 4, max: 3, resetSeconds: 59 })
    advance(59)
    expect((await admit()).exceeded).toBeUndefined()
  })
})

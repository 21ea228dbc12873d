import type { EventType } from '@rollcall/shared/api/event.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { recordListener } from '../../activity/events/listeners.ts'
import { updateSiteSettings } from '../../sites/update-settings.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { updateSoftware } from '../catalog/update-software.ts'
import { complianceTest } from '../testing/compliance.ts'
import { reviewSites } from './review-sites.ts'

describeOnBothEngines('a change of compliance', ({ open }) => {
  async function setUp() {
    const test = await complianceTest(await open())
    const { ctx } = test
    /** Returns the events since the last call. */
    let readSoFar = 0
    const newEvents = async () => {
      const { events } = ctx.store.tables(eventTables)
      const rows = await ctx.store.read((db) =>
        db.select().from(events).where(eq(events.type, 'compliance.changed')).orderBy(asc(events.id)),
      )
      const later = rows.slice(readSoFar)
      readSoFar = rows.length
      return later.map(({ subjectId, data }) => ({ subjectId, data }))
    }
    return { ...test, newEvents, listen: () => recordListener(ctx, ctx.siteId) }
  }

  it('emits one event for each device with added and removed findings', async () => {
    const { ctx, submit, idOf, newEvents, listen } = await setUp()
    await listen()
    const { deviceId } = await submit(0, 'a', ['game 1'])
    await submit(0, 'b', ['vim 1'])
    const [vim, game] = [await idOf('vim'), await idOf('game', '1')]
    expect(await newEvents()).toEqual([])

    await updateSoftware(ctx, vim, { softwareGroup: 'Required' })
    await updateSoftware(ctx, game, { softwareGroup: 'Forbidden' })
    await reviewSites(ctx)
    const missing = { kind: 'missing', productId: vim, name: 'vim' }
    const forbidden = { kind: 'forbidden', productId: game, name: 'game', version: '1' }
    const [event, ...others] = await newEvents()
    expect(others).toEqual([])
    expect(event).toEqual({
      subjectId: deviceId,
      data: { name: 'a', missing: 1, forbidden: 1, unknown: 0, found: expect.any(Array), resolved: [] },
    })
    expect(new Set(event?.data['found'] as object[])).toEqual(new Set([missing, forbidden]))

    await submit(1, 'a', ['game 1', 'other 1'])
    expect(await newEvents()).toEqual([])
    await submit(2, 'a', ['vim 2', 'game 1'])
    expect(await newEvents()).toEqual([
      {
        subjectId: deviceId,
        data: { name: 'a', missing: 0, forbidden: 1, unknown: 0, found: [], resolved: [missing] },
      },
    ])
    await submit(3, 'c', [])
    expect((await newEvents()).map(({ data }) => [data['name'], data['missing']])).toEqual([['c', 1]])
  })

  it('emits nothing while nobody listens', async () => {
    const { ctx, submit, idOf, newEvents, list } = await setUp()
    await submit(0, 'a', ['game 1'])
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Forbidden' })
    expect((await list()).total).toBe(1)
    expect(await newEvents()).toEqual([])
  })

  it('is sent to subscribed webhooks only', async () => {
    const { ctx, submit, idOf, newEvents } = await setUp()
    const listenFor = (...events: EventType[]) => {
      const webhook = { name: 'hook', url: 'https://hooks.example.org/x', enabled: true, events }
      return updateSiteSettings(ctx, { notifications: { webhooks: [webhook] } }, [])
    }
    await submit(0, 'a', ['game 1'])
    await listenFor('device.added')
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Forbidden' })
    await reviewSites(ctx)
    expect(await newEvents()).toEqual([])
    await listenFor('device.added', 'compliance.changed')
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Regular' })
    await reviewSites(ctx)
    expect((await newEvents()).map(({ data }) => [data['forbidden'], data['resolved']])).toMatchObject([
      [0, [{ kind: 'forbidden', name: 'game', version: '1' }]],
    ])
  })

  it('lists some of many findings with their number', async () => {
    const { ctx, submit, idOf, newEvents, listen } = await setUp()
    await listen()
    const games = Array.from({ length: 25 }, (_, n) => `game ${n}`)
    await submit(0, 'a', games)
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Forbidden' })
    await reviewSites(ctx)
    const [event] = await newEvents()
    expect(event?.data).toMatchObject({ missing: 0, forbidden: 25 })
    expect(event?.data['found']).toHaveLength(20)
  })

  it('of a whole site is emitted in the turns of its review', async () => {
    const { ctx, submit, idOf, newEvents, listen, woken } = await setUp()
    await listen()
    for (const name of ['a', 'b', 'c']) await submit(0, name, ['game 1'])
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Forbidden' })
    expect(await newEvents()).toEqual([])
    const before = woken()
    await reviewSites(ctx)
    expect(await newEvents()).toHaveLength(3)
    // One turn with devices, and one that finds no more.
    expect(woken() - before).toBe(2)
  })
})

import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deleteSnapshot } from '../../devices/edit/delete-snapshot.ts'
import { nowOf } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { complianceTables } from '../../store/schema/software.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { updateSoftware } from '../catalog/update-software.ts'
import { complianceTest } from '../testing/compliance.ts'
import { judgeDevices } from './judge-devices.ts'
import { reviewSites } from './review-sites.ts'

describeOnBothEngines('compliance', ({ open }) => {
  const setUp = async () => complianceTest(await open())

  it('lists computers that lack a Required product or have a Forbidden one', async () => {
    const { ctx, submit, idOf, found } = await setUp()
    await submit(0, 'a', ['vim 1', 'game 1'])
    await submit(0, 'b', ['vim 2', 'game 2'])
    await submit(0, 'c', [], { type: 'virtual-machine' })
    await submit(0, 'd', undefined)
    await submit(0, 'p', ['game 1'], { type: 'printer' })
    expect(await found()).toEqual({})

    await updateSoftware(ctx, await idOf('vim', '1'), { softwareGroup: 'Required' })
    expect(await found()).toEqual({ b: '- vim 1', c: '- vim 1' })
    expect(await found({ kind: 'unknown' })).toEqual({ d: '? vim 1' })
    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Required' })
    expect(await found()).toEqual({ c: '- vim' })
    await updateSoftware(ctx, await idOf('game', '2'), { softwareGroup: 'Forbidden' })
    expect(await found()).toEqual({ b: '+ game 2', c: '- vim' })
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Forbidden' })
    expect(await found()).toEqual({ a: '+ game 1', b: '+ game 2', c: '- vim' })

    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Regular' })
    await updateSoftware(ctx, await idOf('game', '1'), { softwareGroup: 'Regular' })
    expect(await found()).toEqual({ b: '+ game 2' })
  })

  it('is not known of a computer whose software was never read', async () => {
    const { ctx, submit, idOf, found, list } = await setUp()
    await submit(0, 'a', ['vim 1', 'game 1'])
    const { deviceId } = await submit(0, 'b', undefined)
    await submit(0, 'p', undefined, { type: 'printer' })
    const [vim, game] = [await idOf('vim'), await idOf('game', '1')]
    await updateSoftware(ctx, vim, { softwareGroup: 'Required' })
    await updateSoftware(ctx, game, { softwareGroup: 'Forbidden' })
    expect(await found()).toEqual({ a: '+ game 1' })
    expect(await found({ kind: 'missing' })).toEqual({})
    expect(await found({ kind: 'unknown' })).toEqual({ b: '? game 1, ? vim' })
    expect(await found({ deviceId })).toEqual({ b: '? game 1, ? vim' })
    expect(await found({ productId: vim })).toEqual({})
    expect(await found({ productId: vim, kind: 'unknown' })).toEqual({ b: '? game 1, ? vim' })
    expect(await found({ productId: vim, deviceId })).toEqual({ b: '? game 1, ? vim' })
    expect((await list({ kind: 'unknown' })).items[0]).toMatchObject({ missing: [], forbidden: [] })

    await submit(1, 'b', [])
    expect(await found()).toEqual({ a: '+ game 1', b: '- vim' })
    expect(await found({ kind: 'unknown' })).toEqual({})
    const { snapshotId } = await submit(2, 'b', ['vim 1'])
    await submit(3, 'b', undefined)
    expect(await found()).toEqual({ a: '+ game 1' })
    await deleteSnapshot(ctx, snapshotId ?? '')
    expect(await found()).toEqual({ a: '+ game 1', b: '- vim' })
  })

  it('follows every snapshot', async () => {
    const { ctx, submit, idOf, found } = await setUp()
    await submit(0, 'a', ['vim 1'])
    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Required' })
    await submit(1, 'b', ['game 1'])
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Forbidden' })
    expect(await found()).toEqual({ b: '- vim, + game 1' })
    await submit(2, 'a', ['game 3'])
    expect(await found()).toEqual({ a: '- vim, + game 3', b: '- vim, + game 1' })
    await submit(3, 'b', ['vim 7'])
    expect(await found()).toEqual({ a: '- vim, + game 3' })
    await submit(4, 'a', ['game 3'], { type: 'printer' })
    expect(await found()).toEqual({})
  })

  it('applies only to computers with the tag of a product', async () => {
    const { ctx, submit, idOf, found } = await setUp()
    const { deviceId } = await submit(0, 'a', ['vim 1', 'game 1'])
    await submit(0, 'b', ['other 1'])
    await submit(0, 'c', ['game 1'], {}, 'Office')
    const { tags, deviceTags } = ctx.store.tables(deviceTables)
    const [tag] = await ctx.store.read((db) => db.select().from(tags))
    const inScopeTagId = tag?.id ?? ''
    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Required', inScopeTagId })
    await updateSoftware(ctx, await idOf('game', '1'), { softwareGroup: 'Forbidden', inScopeTagId })
    expect(await found()).toEqual({ c: '- vim, + game 1' })

    await submit(1, 'b', ['other 1'], {}, 'Office')
    expect(await found()).toEqual({ b: '- vim', c: '- vim, + game 1' })
    await ctx.store.write(async (tx) => {
      await tx.insert(deviceTags).values({ deviceId, tagId: inScopeTagId })
      await judgeDevices(tx, ctx.siteId, [deviceId], nowOf(ctx))
    })
    expect(await found()).toEqual({ a: '+ game 1', b: '- vim', c: '- vim, + game 1' })
    await ctx.store.write(async (tx) => {
      await tx.delete(deviceTags).where(and(eq(deviceTags.deviceId, deviceId), eq(deviceTags.tagId, inScopeTagId)))
      await judgeDevices(tx, ctx.siteId, [deviceId], nowOf(ctx))
    })
    expect(await found()).toEqual({ b: '- vim', c: '- vim, + game 1' })
    await submit(1, 'd', [])
    await updateSoftware(ctx, await idOf('vim'), { inScopeTagId: null })
    expect(await found()).toEqual({ b: '- vim', c: '- vim, + game 1', d: '- vim' })
    await expect(updateSoftware(ctx, await idOf('vim'), { inScopeTagId: newId() })).rejects.toMatchObject({
      fields: [{ path: '/inScopeTagId' }],
    })
  })

  it('is listed by kind and product, and in pages', async () => {
    const { ctx, submit, idOf, found, list } = await setUp()
    await submit(0, 'a', ['game 1', 'game 2'])
    await submit(0, 'b', ['vim 1', 'game 2'])
    await submit(0, 'c', ['vim 1', 'toy 1'])
    await submit(0, 'd', [])
    const [vim, game, game2, toy] = await Promise.all([idOf('vim'), idOf('game'), idOf('game', '2'), idOf('toy', '1')])
    await updateSoftware(ctx, vim, { softwareGroup: 'Required' })
    await updateSoftware(ctx, game, { softwareGroup: 'Forbidden' })
    await updateSoftware(ctx, toy, { softwareGroup: 'Required' })
    const keys = async (query: Parameters<typeof found>[0]) => Object.keys(await found(query)).join('')
    expect(await keys({})).toBe('abd')
    expect(await keys({ kind: 'missing' })).toBe('abd')
    expect(await keys({ kind: 'forbidden' })).toBe('ab')
    expect(await keys({ productId: vim })).toBe('ad')
    expect(await keys({ productId: vim, kind: 'forbidden' })).toBe('')
    expect(await keys({ productId: game })).toBe('ab')
    expect(await keys({ productId: game2 })).toBe('ab')
    expect(await keys({ productId: await idOf('game', '1') })).toBe('a')
    expect(await keys({ productId: toy, kind: 'missing' })).toBe('abd')
    expect(await keys({ productId: newId() })).toBe('')
    const [, second] = (await list()).items
    const deviceId = second?.deviceId ?? ''
    expect(await keys({ deviceId })).toBe('b')
    expect(await keys({ deviceId, kind: 'missing', productId: vim })).toBe('')
    expect(await keys({ deviceId, productId: game })).toBe('b')
    expect(await keys({ deviceId, productId: toy })).toBe('b')
    expect(await keys({ deviceId: newId() })).toBe('')
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => list({ limit: '1', offset: String(offset) })))
    expect(pages.map(({ items, total }) => [items[0]?.deviceName, total])).toEqual([
      ['a', 3],
      ['b', 3],
      ['d', 3],
      [undefined, 3],
    ])
  })

  it('is reviewed by housekeeping too, and deleted with its device', async () => {
    const { ctx, submit, idOf, list } = await setUp()
    const { deviceId } = await submit(0, 'a', ['game 1'])
    await updateSoftware(ctx, await idOf('game'), { softwareGroup: 'Forbidden' })
    const { complianceReviews, complianceDevices } = ctx.store.tables(complianceTables)
    const count = () => ctx.store.read((db) => db.$count(complianceDevices))
    expect(await count()).toBe(0)
    await reviewSites(ctx)
    expect([await count(), await ctx.store.read((db) => db.$count(complianceReviews))]).toEqual([1, 0])
    expect((await list()).total).toBe(1)
    await ctx.store.write((tx) => {
      const { devices } = tx.tables(deviceTables)
      return tx.delete(devices).where(eq(devices.id, deviceId))
    })
    expect([await count(), (await list()).total]).toEqual([0, 0])
  })
})

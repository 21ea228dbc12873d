import { expect, it } from 'vitest'
import { archiveDevice } from '../../devices/archive/archive-one.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { updateSoftware } from '../catalog/update-software.ts'
import { complianceTest } from '../testing/compliance.ts'
import { summariseCompliance } from './summary.ts'

describeOnBothEngines('the summary of compliance', ({ open }) => {
  const setUp = async () => complianceTest(await open())

  it('counts computers that comply, and those that do not', async () => {
    const { ctx, submit, idOf } = await setUp()
    await submit(0, 'a', ['vim 1', 'game 1'])
    const { deviceId: both } = await submit(0, 'b', ['game 1'])
    await submit(0, 'c', ['vim 1'], { type: 'virtual-machine' })
    await submit(0, 'd', [])
    await submit(0, 'p', ['game 1'], { type: 'printer' })
    const none = { computers: 4, inScope: 0, compliant: 0, unknown: 0, missing: 0, forbidden: 0, rules: 0 }
    expect(await summariseCompliance(ctx)).toEqual(none)
    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Required' })
    expect(await summariseCompliance(ctx)).toEqual({ ...none, inScope: 4, compliant: 2, missing: 2, rules: 1 })
    await updateSoftware(ctx, await idOf('game', '1'), { softwareGroup: 'Forbidden' })
    const all = { computers: 4, inScope: 4, compliant: 1, unknown: 0, missing: 2, forbidden: 2, rules: 2 }
    expect(await summariseCompliance(ctx)).toEqual(all)
    await submit(1, 'e', undefined)
    expect(await summariseCompliance(ctx)).toEqual({ ...all, computers: 5, inScope: 5, unknown: 1 })
    await submit(2, 'e', [])
    expect(await summariseCompliance(ctx)).toEqual({ ...all, computers: 5, inScope: 5, missing: 3 })
    await submit(3, 'e', ['vim 1'])
    expect(await summariseCompliance(ctx)).toEqual({ ...all, computers: 5, inScope: 5, compliant: 2 })
    await submit(4, 'e', [], { type: 'printer' })
    await archiveDevice(ctx, both)
    expect(await summariseCompliance(ctx)).toEqual({ ...all, computers: 3, inScope: 3, missing: 1, forbidden: 1 })
  })

  it('counts computers in scope of any product’s tag', async () => {
    const { ctx, submit, idOf } = await setUp()
    await submit(0, 'a', ['vim 1', 'game 1'], {}, 'Office')
    await submit(0, 'b', ['game 1'], {}, 'Office')
    await submit(0, 'c', ['vim 1'], {}, 'Lab')
    await submit(0, 'd', [])
    await submit(0, 'p', ['game 1'], { type: 'printer' }, 'Office')
    const { tags } = ctx.store.tables(deviceTables)
    const rows = await ctx.store.read((db) => db.select().from(tags))
    const tagId = (name: string) => rows.find((tag) => tag.name === name)?.id ?? ''
    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Required', inScopeTagId: tagId('Office') })
    expect(await summariseCompliance(ctx)).toMatchObject({ computers: 4, inScope: 2, compliant: 1, missing: 1 })
    const inScopeTagId = tagId('Lab')
    await updateSoftware(ctx, await idOf('game', '1'), { softwareGroup: 'Forbidden', inScopeTagId })
    expect(await summariseCompliance(ctx)).toMatchObject({ inScope: 3, compliant: 2, missing: 1, forbidden: 0 })
  })
})

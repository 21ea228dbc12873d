import type { SoftwareGroup } from '@rollcall/shared/api/software.ts'
import { softwareQuerySchema } from '@rollcall/shared/api/software.ts'
import { expect, it } from 'vitest'
import { complianceTables, softwareTables } from '../../store/schema/software.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { getSoftware } from './get-software.ts'
import { keyHashOf, sortNameOf } from './keys.ts'
import { listSoftware } from './list-software.ts'
import { regroupProducts } from './regroup.ts'

describeOnBothEngines('products grouped by their exact name', ({ open }) => {
  async function setUp() {
    const test = await testContext(await open())
    const { ctx } = test
    const { softwareNames, softwareProducts } = ctx.store.tables(softwareTables)
    /** Adds a name of an earlier release, with its versions. */
    const addName = (name: string, versions: readonly string[], ownGroup: SoftwareGroup, day: number) =>
      ctx.store.write(async (tx) => {
        const firstSeen = `2026-01-0${day}T00:00:00.000Z`
        const shared = {
          siteId: ctx.siteId,
          name,
          sortName: sortNameOf(name),
          publisher: '',
          inScopeTagId: null,
          firstSeen,
        }
        const group = { kind: 'product' as const, softwareGroup: ownGroup }
        await tx.insert(softwareNames).values({ ...shared, ...group, id: name, keyHash: keyHashOf(name), ownGroup })
        const products = versions.map((version) => ({
          ...shared,
          ...group,
          id: `${name} ${version}`,
          nameId: name,
          keyHash: keyHashOf(name, version),
          version,
          source: '',
          grouping: 0,
        }))
        await tx.insertRows(softwareProducts, products)
      })
    const names = async () => {
      const { items } = await listSoftware(ctx, softwareQuerySchema.parse({ groupBy: 'name' }))
      return items.map(({ name, kind, softwareGroup }) => `${name} ${kind} ${softwareGroup}`)
    }
    const reviews = () => ctx.store.read((db) => db.$count(db.tables(complianceTables).complianceReviews))
    return { ...test, addName, names, reviews }
  }

  it('are grouped by their common name', async () => {
    const { ctx, addName, names, reviews } = await setUp()
    await addName('Vim 9.0 (x64)', ['9.0'], 'Regular', 2)
    await addName('vim', ['1', '2'], 'Regular', 3)
    await addName('Update for Windows (KB5031356)', [''], 'Regular', 1)
    await addName('kb5034441', ['1'], 'Regular', 1)
    await regroupProducts(ctx)
    expect(await names()).toEqual(['KB5031356 update Regular', 'kb5034441 update Regular', 'vim product Regular'])
    const vim = await getSoftware(ctx, 'vim')
    expect(vim.versions.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'vim 1',
      'vim 2',
      'Vim 9.0 (x64) 9.0',
    ])
    expect(vim.firstSeen).toBe('2026-01-02T00:00:00.000Z')
    expect(await reviews()).toBe(0)
  })

  it('keep their classification, use the strictest for new ones, and are reviewed', async () => {
    const { ctx, addName, names, reviews } = await setUp()
    await addName('Tool 1.5', ['1.5'], 'Required', 1)
    await addName('Tool 1.6', ['1.6'], 'Forbidden', 2)
    await addName('tool', ['1.4'], 'Regular', 3)
    await regroupProducts(ctx)
    expect(await names()).toEqual(['tool product Forbidden'])
    const { versions } = await getSoftware(ctx, 'tool')
    expect(versions.map(({ softwareGroup }) => softwareGroup)).toEqual(['Regular', 'Required', 'Forbidden'])
    expect(await reviews()).toBe(1)
  })

  it('are grouped once, however many there are', async () => {
    const { ctx, addName, names } = await setUp()
    for (let n = 0; n < 3; n++) {
      const versions = Array.from({ length: 400 }, (_, index) => `${index}.${n}`)
      await addName(['Tool', 'tool', 'TOOL'][n] ?? '', versions, 'Regular', 1)
    }
    await regroupProducts(ctx)
    await regroupProducts(ctx)
    expect(await names()).toEqual(['tool product Regular'])
    expect((await getSoftware(ctx, 'tool')).versions).toHaveLength(1_200)
  })
})

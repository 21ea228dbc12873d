import { newId } from '@rollcall/shared/ids.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { addToCatalog } from './add-to-catalog.ts'
import { createProductCache } from './products.ts'
import { removeUnusedProducts } from './remove-unused.ts'

const software = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${name}-${index}`, version: '1' }))

describeOnBothEngines('products that were never installed', ({ open }) => {
  async function setUp() {
    const { ctx } = await testContext(await open())
    const { softwareProducts, softwareNames } = ctx.store.tables(softwareTables)
    const ingest = createIngest(ctx)
    return {
      ctx,
      ingest,
      counts: () =>
        ctx.store.read(async (db) => ({
          products: await db.$count(softwareProducts),
          names: await db.$count(softwareNames),
        })),
      /** Adds products without installations, as an interrupted list leaves them. */
      addUnused: (count: number) =>
        addToCatalog(
          ctx.store,
          ctx.siteId,
          software('unused', count),
          '2026-11-20T07:00:00.000Z',
          createProductCache(),
        ),
      report: (list: ReturnType<typeof software>) =>
        ingest.submit({
          siteId: ctx.siteId,
          actor: 'agent',
          observation: observationSchema.parse({
            schemaVersion: 1,
            id: newId(),
            source: 'Agent',
            observedAt: '2026-11-20T08:00:00.000Z',
            type: 'computer',
            name: 'host',
            identity: { machineId: newId().replaceAll('-', '') },
            depth: 'audit',
            software: list,
          }),
        }),
    }
  }
  const later = '2026-11-20T09:00:00.000Z'

  it('are deleted with their names, and installed ones stay', async () => {
    const { ctx, counts, addUnused, report } = await setUp()
    await report(software('used', 3))
    const before = await counts()
    await addUnused(5_500)
    expect(await removeUnusedProducts(ctx.store, later)).toBe(5_500)
    expect(await counts()).toEqual(before)
  })

  it('stay while their list may still be stored', async () => {
    const { ctx, counts, addUnused } = await setUp()
    await addUnused(5_000)
    expect(await removeUnusedProducts(ctx.store, '2026-11-20T07:00:00.000Z')).toBe(0)
    expect(await counts()).toMatchObject({ products: 5_000 })
  })

  it('are added again by a list that has them cached', async () => {
    const { ctx, counts, report } = await setUp()
    const list = software('late', 5_000)
    const { write } = ctx.store
    let transactions = 0
    // Another collector deletes them between the catalog and the device.
    ctx.store.write = async (fn, committed) => {
      transactions += 1
      const result = await write(fn, committed)
      if (transactions === 10) await removeUnusedProducts({ ...ctx.store, write }, later)
      return result
    }
    expect(await report(list)).toMatchObject({ isNew: true })
    expect(await counts()).toMatchObject({ products: 5_000 })
  })
})

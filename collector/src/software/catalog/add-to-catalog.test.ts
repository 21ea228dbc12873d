import { expect, it } from 'vitest'
import { softwareTables } from '../../store/schema/software.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { addToCatalog } from './add-to-catalog.ts'
import { createProductCache } from './products.ts'

const now = '2026-11-20T08:00:00.000Z'

describeOnBothEngines('a very long list of software', ({ open }) => {
  async function setUp() {
    const store = await open()
    let writes = 0
    const counted: Store = {
      ...store,
      write(fn) {
        writes += 1
        return store.write(fn)
      },
    }
    const cache = createProductCache()
    const products = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: `lib-${n}`, version: '1', publisher: 'Vendor', source: 'dpkg' }))
    /** Counts the transactions of a run. */
    const add = async (count: number) => {
      writes = 0
      await addToCatalog(counted, 'site', products(count), now, cache)
      return writes
    }
    const stored = () => store.read((db) => db.$count(db.tables(softwareTables).softwareProducts))
    return { add, stored }
  }

  it('is added to the catalog in several transactions', async () => {
    const { add, stored } = await setUp()
    expect(await add(5_500)).toBe(11)
    expect(await stored()).toBe(5_500)
    expect(await add(5_600)).toBe(1)
    expect(await stored()).toBe(5_600)
  })

  it('of normal length is left to the transaction of its device', async () => {
    const { add, stored } = await setUp()
    expect([await add(4_999), await stored()]).toEqual([0, 0])
  })
})

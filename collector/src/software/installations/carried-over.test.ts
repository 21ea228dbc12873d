import { expect, it } from 'vitest'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { installationsOf } from './archived-installations.ts'

/** Data of a release before products had numbers: two devices, one name in two versions, one deleted product. */
const earlier = `
  INSERT INTO software_names (id, site_id, key_hash, name, sort_name, publisher, own_group, software_group, first_seen)
    VALUES ('vim', 'site', 'h1', 'vim', 'vim', 'V', 'Regular', 'Forbidden', 1), ('git', 'site', 'h2', 'git', 'git', '', 'Regular', 'Regular', 1);
  INSERT INTO software_products (id, site_id, name_id, key_hash, name, sort_name, version, publisher, software_group, in_scope_tag_id, first_seen)
    VALUES ('vim1', 'site', 'vim', 'k1', 'vim', 'vim', '1', 'V', 'Regular', NULL, 1),
      ('vim2', 'site', 'vim', 'k2', 'vim', 'vim', '2', 'V', 'Forbidden', 'tag', 2),
      ('git1', 'site', 'git', 'k3', 'git', 'git', '1', '', 'Regular', NULL, 3);
  INSERT INTO software_counts (subject_id, installations, changed_at)
    VALUES ('vim', 3, 5), ('vim1', 1, 4), ('vim2', 2, 5), ('git', 0, 6), ('git1', 0, 6);
  INSERT INTO installations (device_id, product_id, install_date, first_seen)
    VALUES ('b', 'vim2', NULL, 9), ('a', 'vim2', 7, 8), ('a', 'vim1', NULL, 7);
`

describeOnBothEngines('software stored by an earlier release', ({ engine, newDatabase }) => {
  it('is migrated to product numbers', async () => {
    const store = await openStore(await newDatabase())
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.includes('software_numbers'))
    const before = [...migrations.slice(0, at), { name: '0006_a_data.sql', sql: earlier }]
    await store.migrate(before)
    await store.migrate([...before, ...migrations.slice(at)])
    const { softwareProducts, softwareCounts, installedLists, softwareNames } = store.tables(softwareTables)
    const found = await store.read(async (db) => ({
      names: await db.select().from(softwareNames).orderBy(softwareNames.id),
      products: await db.select().from(softwareProducts).orderBy(softwareProducts.id),
      counts: await db.select().from(softwareCounts),
      lists: await db.select().from(installedLists).orderBy(installedLists.deviceId),
      kept: { a: await installationsOf(db, 'a'), b: await installationsOf(db, 'b') },
    }))
    await store.close()

    expect(found.names.map(({ id, kind }) => [id, kind])).toEqual([
      ['git', 'product'],
      ['vim', 'product'],
    ])
    const numbers = new Map(found.products.map(({ id, number }) => [id, number]))
    expect(new Set(numbers.values()).size).toBe(3)
    expect(found.products.find(({ id }) => id === 'vim2')).toMatchObject({
      nameId: 'vim',
      keyHash: 'k2',
      version: '2',
      publisher: 'V',
      source: '',
      kind: 'product',
      softwareGroup: 'Forbidden',
      inScopeTagId: 'tag',
      firstSeen: '1970-01-01T00:00:00.002Z',
      grouping: 0,
    })
    const numberOf = (id: string) => numbers.get(id) ?? 0
    expect(new Map(found.counts.map(({ product, installations }) => [product, installations]))).toEqual(
      new Map([
        [numberOf('vim1'), 1],
        [numberOf('vim2'), 2],
        [numberOf('git1'), 0],
      ]),
    )
    expect(found.lists.map(({ deviceId, products }) => [deviceId, products])).toEqual([
      ['a', [numberOf('vim1'), numberOf('vim2')].sort((one, other) => one - other)],
      ['b', [numberOf('vim2')]],
    ])
    const time = (ms: number) => new Date(ms).toISOString()
    expect(found.kept.b).toEqual([{ productId: 'vim2', installDate: null, firstSeen: time(9) }])
    expect(found.kept.a.sort((one, other) => (one.productId < other.productId ? -1 : 1))).toEqual([
      { productId: 'vim1', installDate: null, firstSeen: time(7) },
      { productId: 'vim2', installDate: time(7), firstSeen: time(8) },
    ])
  })
})

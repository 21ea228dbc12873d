import { expect, it } from 'vitest'
import { testIngest } from '../../ingest/testing/ingest.ts'
import { agent, type Seen } from '../../ingest/testing/observations.ts'
import type { Context, SystemContext } from '../../lib/context.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { getSoftware } from '../catalog/get-software.ts'
import { listSoftware } from '../catalog/list-software.ts'
import { installationsOf } from './archived-installations.ts'
import { devicesWith } from './devices-with-software.ts'
import { foldRecentInstallations } from './fold-recent.ts'
import { listInstallations } from './list-installations.ts'

/** Builds more packages than one turn moves from a slot. */
const packages = (version: string, date?: string): Seen['software'] =>
  Array.from({ length: 300 }, (_, index) => ({
    name: `lib-${String(index).padStart(3, '0')}`,
    version: index === 7 ? version : '1',
    ...(date === undefined ? {} : { installDate: date }),
  }))
const few: Seen['software'] = [{ name: 'lib-007', version: '1' }]

const listed = { limit: 50, offset: 0 }

describeOnBothEngines('recent installations', ({ open, engine }) => {
  /** PostgreSQL stores installations by product at once. */
  const split = (byProduct: number, recent: number) =>
    engine === 'sqlite' ? [byProduct, recent] : [byProduct + recent, 0]
  const setUp = async () => {
    const test = testIngest(await open())
    const submit = async (minutes: number, number: number, software: Seen['software']) => {
      const seen = { hostname: `pc${number}`, macAddresses: [`00:1b:21:00:00:0${number}`], software }
      return (await test.submit(agent(minutes, seen))).deviceId ?? ''
    }
    const sizes = () =>
      test.store.read(async (db) => {
        const { installations, recentInstallations } = db.tables(softwareTables)
        return [await db.$count(installations), await db.$count(recentInstallations)]
      })
    const system: SystemContext = test.ctx
    return { ...test, submit, sizes, fold: (store = test.store) => foldRecentInstallations({ ...system, store }, 1) }
  }

  /** Collects every view of the devices with lib-007. */
  async function seenOf(ctx: Context, deviceIds: readonly string[]) {
    const query = { ...listed, q: 'lib-007', groupBy: 'name' } as const
    const [name] = (await listSoftware(ctx, query)).items
    const id = name?.id ?? ''
    const { versions, installations, lastSeen } = await getSoftware(ctx, id)
    const pages = [0, 1, 2].map((offset) => listInstallations(ctx, id, { limit: 1, offset }))
    const having = async (db: Db) => {
      const { idsOf, count, isOf } = await devicesWith(db, ctx.siteId, id)
      const { installedLists } = db.tables(softwareTables)
      const ofEach = await db
        .select({ id: installedLists.deviceId })
        .from(installedLists)
        .where(isOf(installedLists.deviceId))
      return {
        ids: (await idsOf).map((row) => row.id).sort(),
        n: await count(),
        ofEach: ofEach.map((row) => row.id).sort(),
      }
    }
    const installed = (db: Db) => Promise.all(deviceIds.map((deviceId) => installationsOf(db, deviceId)))
    return {
      versions,
      installations,
      lastSeen,
      pages: await Promise.all(pages),
      all: await listInstallations(ctx, id, listed),
      having: await ctx.store.read(having),
      kept: (await ctx.store.read(installed)).map((rows) => rows.sort((a, b) => (a.productId < b.productId ? -1 : 1))),
    }
  }

  it('are read with the others, before and after they were moved', async () => {
    const { submit, sizes, fold, ctx } = await setUp()
    const ids = [await submit(0, 1, packages('1')), await submit(1, 2, few), await submit(2, 3, packages('2'))]
    expect(await sizes()).toEqual(split(1, 600))
    const before = await seenOf(ctx, ids)
    expect(before).toMatchObject({ installations: 3, having: { n: 3, ids: ids.toSorted(), ofEach: ids.toSorted() } })
    expect(before.all.items.map(({ deviceName, installedVersion }) => [deviceName, installedVersion])).toEqual([
      ['pc1', '1'],
      ['pc2', '1'],
      ['pc3', '2'],
    ])
    expect(before.pages.map(({ items }) => items[0])).toEqual(before.all.items)
    await fold()
    expect(await sizes()).toEqual([601, 0])
    expect(await seenOf(ctx, ids)).toEqual(before)
  })

  it('can be upgraded, redated and removed before and after the move', async () => {
    const { submit, sizes, fold, ctx } = await setUp()
    const june = '2026-06-01T00:00:00.000Z'
    const ids = [await submit(0, 1, packages('1')), await submit(0, 2, packages('1'))]
    await fold()
    ids.push(await submit(0, 3, packages('1')), await submit(0, 4, packages('1')))
    expect(await sizes()).toEqual(split(600, 600))
    await submit(1, 1, packages('1', june))
    await submit(1, 3, packages('1', june))
    await submit(1, 2, packages('2'))
    await submit(1, 4, few)
    expect(await sizes()).toEqual(split(600, 301))
    const { all, versions } = await seenOf(ctx, ids)
    expect(versions.map(({ version, installations }) => [version, installations])).toEqual([
      ['1', 3],
      ['2', 1],
    ])
    const shown = all.items.map((row) => [row.deviceName, row.installedVersion, row.installDate])
    expect(shown).toEqual([
      ['pc1', '1', june],
      ['pc3', '1', june],
      ['pc4', '1', null],
      ['pc2', '2', null],
    ])
  })

  if (engine === 'postgres') return

  it('are complete after an interrupted move, which continues later', async () => {
    const { submit, sizes, fold, ctx, store } = await setUp()
    const ids = [await submit(0, 1, packages('1')), await submit(1, 2, packages('2'))]
    const before = await seenOf(ctx, ids)
    let turns = 0
    const write: typeof store.write = (fn, committed) => {
      turns += 1
      return turns > 1 ? Promise.reject(new Error('the collector is stopping')) : store.write(fn, committed)
    }
    await expect(fold({ ...store, write })).rejects.toThrow('the collector is stopping')
    expect(await sizes()).toEqual([250, 350])
    expect(await seenOf(ctx, ids)).toEqual(before)
    await fold()
    expect(await sizes()).toEqual([600, 0])
    expect(await seenOf(ctx, ids)).toEqual(before)
  })

  it('are not moved while there are few', async () => {
    const { submit, sizes, ctx } = await setUp()
    await submit(0, 1, packages('1'))
    await foldRecentInstallations(ctx)
    expect(await sizes()).toEqual([0, 300])
  })
})

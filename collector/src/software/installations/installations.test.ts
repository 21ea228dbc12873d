import { softwareSchema } from '@rollcall/shared/inventory/software.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deleteSnapshot } from '../../devices/edit/delete-snapshot.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, type Seen } from '../../ingest/testing/observations.ts'
import { randomOf } from '../../ingest/testing/seeded.ts'
import { testSystem } from '../../ingest/testing/system.ts'
import type { Context } from '../../lib/context.ts'
import { changeTables } from '../../store/schema/change-log.ts'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { removeInstallations } from './installations.ts'
import { findInstallations } from './stored-installations.ts'

const packages = (versionOf: (index: number) => string) =>
  Array.from({ length: 3_000 }, (_, index) => softwareSchema.parse({ name: `lib-${index}`, version: versionOf(index) }))

describeOnBothEngines('installations', ({ open }) => {
  it('of 3,000 packages are followed through an upgrade, and shared between devices', async () => {
    const store = await open()
    const ingest = createIngest(testSystem(store).system)
    const { installedLists, softwareProducts } = store.tables(softwareTables)
    const { changes } = store.tables(changeTables)
    const submit = (minutes: number, number: number, software: ReturnType<typeof packages>) =>
      ingest.submit({
        siteId: 'site',
        observation: agent(minutes, { hostname: `pc${number}`, macAddresses: [`00:1b:21:00:00:0${number}`], software }),
        actor: 'x',
      })
    /** Counts the installations of everything in the catalog. */
    const numbered = async (db: Db) =>
      findInstallations(
        db,
        (await db.select().from(softwareProducts)).map(({ number }) => number),
      )
    const counts = () =>
      store.read(async (db) => ({
        products: await db.$count(softwareProducts),
        installations: (await numbered(db)).length,
        changes: await db.$count(changes, eq(changes.entity, 'Software')),
      }))
    const first = packages(() => '1')
    const [one] = await Promise.all([submit(0, 1, first), submit(0, 2, first)])
    expect(await counts()).toEqual({ products: 3_000, installations: 6_000, changes: 0 })

    const upgraded = packages((index) => (index % 2 === 0 ? '2' : '1'))
    await submit(1, 1, upgraded)
    expect(await counts()).toEqual({ products: 4_500, installations: 6_000, changes: 1_500 })
    const versions = await store.read(async (db) => {
      const products = await db.select().from(softwareProducts)
      const byNumber = new Map(products.map(({ number, version }) => [number, version]))
      const [list] = await db.select().from(installedLists).where(eq(installedLists.deviceId, one.deviceId))
      const ofDevice = (await numbered(db)).filter(({ device }) => device === list?.device)
      return ofDevice.map(({ product }) => byNumber.get(product))
    })
    expect(versions.sort()).toEqual([...Array(1_500).fill('1'), ...Array(1_500).fill('2')])
    const [change] = await store.read((db) => db.select().from(changes).where(eq(changes.field, 'lib-2998')))
    const [product] = await store.read((db) =>
      db
        .select()
        .from(softwareProducts)
        .where(eq(softwareProducts.id, change?.entityId ?? '')),
    )
    expect(product).toMatchObject({ name: 'lib-2998', version: '2' })

    await submit(2, 1, [])
    expect(await counts()).toEqual({ products: 4_500, installations: 3_000, changes: 4_500 })
  })

  it('are written only if they or their dates changed', async () => {
    const { system } = testSystem(await open())
    const { store } = system
    const { installations } = store.tables(softwareTables)
    let redated = 0
    const write: Store['write'] = (fn, committed) =>
      store.write((tx) => {
        const updateRows: Tx['updateRows'] = (table, rows, change) => {
          if (Object.is(table, installations)) redated += rows.length
          return tx.updateRows(table, rows, change)
        }
        return fn(Object.assign(Object.create(tx), { updateRows }))
      }, committed)
    const ingest = createIngest({ ...system, store: { ...store, write } })
    const submit = async (minutes: number, software: Seen['software']) => {
      redated = 0
      await ingest.submit({ siteId: 'site', observation: agent(minutes, { hostname: 'pc1', software }), actor: 'x' })
      return redated
    }
    const [may, june] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z']
    const rest = [
      { name: 'git', version: '2', installDate: may },
      { name: 'vim', version: '9' },
    ]
    expect(await submit(0, [...rest, { name: 'bash', version: '5' }])).toBe(0)
    expect(await submit(1, [...rest, { name: 'bash', version: '6' }])).toBe(0)
    expect(await submit(2, [...rest, { name: 'bash', version: '6', installDate: june }])).toBe(1)
    expect(await submit(3, [...rest, { name: 'bash', version: '6' }])).toBe(1)
  })

  it('are those of the last list after any sequence of lists, with the dates of its last items', async () => {
    const store = await open()
    const ingest = createIngest(testSystem(store).system)
    const { installations, installedLists, softwareProducts } = store.tables(softwareTables)
    const random = randomOf(7)
    const one = <T>(values: readonly T[]): T => values[random(values.length)] as T
    const randomList = () =>
      Array.from({ length: random(20) }, () => ({
        name: one(['bash', 'git', 'kernel', 'vim']),
        version: one(['1', '2', '3']),
        architecture: one([undefined, 'amd64', 'i386']),
        publisher: one([undefined, 'GNU']),
        installDate: one([undefined, '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z']),
      }))
    const installed = (deviceId: string) =>
      store.read(async (db) => {
        const { name, version, number } = softwareProducts
        const [list] = await db.select().from(installedLists).where(eq(installedLists.deviceId, deviceId))
        const rows = await db
          .select({ name, version, number, date: installations.installDate })
          .from(installations)
          .innerJoin(softwareProducts, eq(number, installations.product))
          .where(eq(installations.device, list?.device ?? 0))
          .orderBy(name, version)
        expect(rows.map((row) => row.number).sort((a, b) => a - b)).toEqual(list?.products ?? [])
        return rows.map((row) => `${row.name} ${row.version} ${row.date}`)
      })
    for (let minutes = 0; minutes < 40; minutes++) {
      const software = randomList()
      const submit = (observedAt: number, hostname: string) =>
        ingest.submit({ siteId: 'site', observation: agent(observedAt, { hostname, software }), actor: 'x' })
      const [changed, fresh] = [await submit(minutes, 'pc'), await submit(0, `fresh-${minutes}`)]
      expect(await installed(changed.deviceId)).toEqual(await installed(fresh.deviceId))
    }
  })

  it('are complete after an upgrade, whatever was stored before', async () => {
    const store = await open()
    const ingest = createIngest(testSystem(store).system)
    const { installedLists } = store.tables(softwareTables)
    const submit = (minutes: number, version: string) => {
      const software = [
        { name: 'bash', version },
        { name: 'git', version: '2' },
      ]
      return ingest.submit({ siteId: 'site', observation: agent(minutes, { hostname: 'pc1', software }), actor: 'x' })
    }
    const { deviceId } = await submit(0, '5')
    await store.write((tx) => removeInstallations(tx, [deviceId], new Date().toISOString()))
    await submit(1, '6')
    const [list] = await store.read((db) => db.select().from(installedLists))
    expect(list?.products).toHaveLength(2)
  })

  it('get the reported date and keep their first-seen time', async () => {
    const store = await open()
    const { system, ctx } = testSystem(store)
    const ingest = createIngest(system)
    const submit = (minutes: number, software: Seen['software']) =>
      ingest.submit({ siteId: 'site', observation: agent(minutes, { hostname: 'pc1', software }), actor: 'x' })
    const { installations, softwareProducts } = store.tables(softwareTables)
    const installed = () =>
      store.read((db) =>
        db
          .select({ name: softwareProducts.name, date: installations.installDate, since: installations.firstSeen })
          .from(installations)
          .innerJoin(softwareProducts, eq(softwareProducts.number, installations.product))
          .orderBy(softwareProducts.name),
      )
    const [may, june] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z']
    const bash = { name: 'bash', version: '5' }
    const git = { name: 'git', version: '2', installDate: may }
    const vim = { name: 'vim', version: '9', installDate: may }
    await submit(0, [bash, git, vim])
    const [{ since } = { since: '' }] = await installed()
    await submit(1, [{ ...bash, installDate: june }, git, { ...vim, installDate: june }])
    const redated = [
      { name: 'bash', date: june, since },
      { name: 'git', date: may, since },
      { name: 'vim', date: june, since },
    ]
    expect(await installed()).toEqual(redated)
    const { snapshotId } = await submit(2, [bash, git, vim])
    expect((await installed()).map(({ date }) => date)).toEqual([null, may, may])

    const editor: Context = { ...ctx, actor: { ...ctx.actor, capabilities: ['EditInventory'] } }
    await deleteSnapshot(editor, snapshotId ?? '')
    expect(await installed()).toEqual(redated)
  })
})

import { softwareQuerySchema } from '@rollcall/shared/api/software.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at } from '../../ingest/testing/observations.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { changesOf, testContext } from '../../testing/context.ts'
import { removeInstallations } from '../installations/installations.ts'
import { listInstallations } from '../installations/list-installations.ts'
import { getSoftware } from './get-software.ts'
import { listSoftware } from './list-software.ts'
import { updateSoftware } from './update-software.ts'

describeOnBothEngines('the software catalog', ({ open }) => {
  async function setUp() {
    const test = await testContext(await open())
    const { ctx } = test
    const ingest = createIngest(ctx)
    /** Submits device number `n` with these products, each as `name version`. */
    const submit = (minutes: number, n: number, software: string[], publisher?: string) =>
      ingest.submit({
        siteId: ctx.siteId,
        observation: agent(minutes, {
          hostname: `pc${n}`,
          agentId: `019a7c1e-3f60-7d3a-9b1e-${String(n).padStart(12, '0')}`,
          software: software.map((each) => {
            const [name = '', version] = each.split(' ')
            return { name, version, publisher, installDate: '2026-03-04T00:00:00Z' }
          }),
        }),
        actor: 'agent',
      })
    const list = (query: Record<string, string> = {}) => listSoftware(ctx, softwareQuerySchema.parse(query))
    /** Lists `name version: installations`, in order. */
    const listed = async (query: Record<string, string> = {}) => {
      const { items, total } = await list(query)
      expect(total).toBe(items.length)
      return items.map(({ name, version, installations }) =>
        [name, ...(version === undefined ? [] : [version]), installations].join(' '),
      )
    }
    const idOf = async (name: string, version?: string) => {
      const { items } = await list({ groupBy: version === undefined ? 'name' : 'name-version', q: name })
      return items.find((item) => item.name === name && item.version === version)?.id ?? ''
    }
    const groups = async (groupBy: string) =>
      Object.fromEntries(
        (await list({ groupBy })).items.map((item) => [
          [item.name, item.version].filter(Boolean).join(' '),
          item.softwareGroup,
        ]),
      )
    return { ...test, submit, list, listed, idOf, groups }
  }

  it('counts the installations of products and names through upgrades and removals', async () => {
    const { ctx, submit, listed } = await setUp()
    await Promise.all([submit(0, 1, ['vim 1', 'git 2']), submit(0, 2, ['vim 1', 'vim 2'])])
    expect(await listed()).toEqual(['git 2 1', 'vim 1 2', 'vim 2 1'])
    expect(await listed({ groupBy: 'name' })).toEqual(['git 1', 'vim 3'])
    const { deviceId } = await submit(1, 1, ['vim 2', 'vim 2', 'git 2'])
    expect(await listed()).toEqual(['git 2 1', 'vim 1 1', 'vim 2 2'])
    await ctx.store.write((tx) => removeInstallations(tx, [deviceId], at(2)))
    expect(await listed()).toEqual(['git 2 0', 'vim 1 1', 'vim 2 1'])
    expect(await listed({ groupBy: 'name' })).toEqual(['git 0', 'vim 2'])
    await submit(3, 2, [])
    expect(await listed()).toEqual(['git 2 0', 'vim 1 0', 'vim 2 0'])
  })

  it('counts correctly with two concurrent collectors', async () => {
    const { ctx, submit, listed } = await setUp()
    const other = createIngest(ctx)
    const theirs = (n: number) =>
      other.submit({
        siteId: ctx.siteId,
        observation: agent(0, {
          hostname: `pc${n}`,
          agentId: `019a7c1e-3f60-7d3a-9b1e-${String(n).padStart(12, '0')}`,
          software: ['b 1', 'a 1', 'c 1'].map((each) => ({ name: each.slice(0, 1), version: '1' })),
        }),
        actor: 'agent',
      })
    for (let n = 1; n < 20; n += 2) await Promise.all([submit(0, n, ['a 1', 'b 1', 'c 1']), theirs(n + 1)])
    expect(await listed()).toEqual(['a 1 20', 'b 1 20', 'c 1 20'])
  })

  it('is keyed by exact name and version, and grouped ignoring case', async () => {
    const { submit, listed } = await setUp()
    await submit(0, 1, ['Vim 1', 'vim 1', 'vim 1.0'], 'One')
    await submit(0, 2, ['vim 1'], 'Another')
    expect((await listed()).sort()).toEqual(['Vim 1 1', 'vim 1 2', 'vim 1.0 1'])
    expect(await listed({ groupBy: 'name' })).toEqual(['Vim 4'])
  })

  it('keeps the publisher of an upgraded version', async () => {
    const { ctx, submit, idOf } = await setUp()
    await submit(0, 1, ['vim 1'], 'Vendor')
    await submit(1, 1, ['vim 2'], 'Vendor')
    expect((await getSoftware(ctx, await idOf('vim', '2'))).publisher).toBe('Vendor')
  })

  it('fills in the publisher from another origin', async () => {
    const { ctx, submit, idOf } = await setUp()
    const publishers = async () => {
      const [product, name] = [
        await getSoftware(ctx, await idOf('vim', '1')),
        await getSoftware(ctx, await idOf('vim')),
      ]
      return [product.publisher, name.publisher]
    }
    await submit(0, 1, ['vim 1'])
    await submit(1, 2, ['vim 1', 'git 1'])
    expect(await publishers()).toEqual(['', ''])
    await submit(2, 3, ['vim 1'], 'Vendor')
    expect(await publishers()).toEqual(['Vendor', 'Vendor'])
    await submit(3, 4, ['vim 1'], 'Another')
    await submit(4, 5, ['vim 1'])
    expect(await publishers()).toEqual(['Vendor', 'Vendor'])
  })

  it('accepts names and versions of any length and script', async () => {
    const { submit, list } = await setUp()
    const hostile = Array.from({ length: 512 }, (_, index) => String.fromCodePoint(0x20000 + index * 37)).join('')
    await submit(0, 1, [`${hostile} ${hostile.slice(0, 512)}`])
    const [item] = (await list({ q: hostile.slice(20, 40) })).items
    expect(item?.name).toBe(hostile)
  })

  it('is searched by any part of the name, ignoring case', async () => {
    const { submit, listed } = await setUp()
    await submit(0, 1, ['OpenSSL 1', 'lib_ssl 1', 'libxssl 1', 'Straße 1'])
    expect(await listed({ q: 'ENSS' })).toEqual(['OpenSSL 1 1'])
    expect(await listed({ q: 'b_s' })).toEqual(['lib_ssl 1 1'])
    expect(await listed({ q: '%' })).toEqual([])
    expect(await listed({ q: 'ssl lib', groupBy: 'name' })).toEqual(['lib_ssl 1', 'libxssl 1'])
    expect(await listed({ q: 'STRAß' })).toEqual(['Straße 1 1'])
    expect(await listed({ q: '\u0000' })).toEqual([])
  })

  it('lists updates separately from products', async () => {
    const { submit, listed } = await setUp()
    await submit(0, 1, ['vim 1', 'KB5031356 1', 'kb5034441 2'])
    expect(await listed({ kind: 'update' })).toEqual(['KB5031356 1 1', 'kb5034441 2 1'])
    expect(await listed({ kind: 'update', groupBy: 'name' })).toEqual(['KB5031356 1', 'KB5034441 1'])
    expect(await listed({ kind: 'product' })).toEqual(['vim 1 1'])
    expect(await listed({ kind: 'product', groupBy: 'name' })).toEqual(['vim 1'])
    expect(await listed({ kind: 'update', q: '5034' })).toEqual(['kb5034441 2 1'])
  })

  it('shows when a product was seen first and last', async () => {
    const { ctx, submit, idOf, advance } = await setUp()
    const later = (minutes: number) => new Date(Date.parse('2026-11-20T08:00:00.000Z') + minutes * 60_000).toISOString()
    await submit(0, 1, ['vim 1'])
    await submit(0, 2, ['vim 2'])
    advance(3600)
    await submit(60, 1, ['vim 1'])
    const vim = await getSoftware(ctx, await idOf('vim'))
    expect(vim).toMatchObject({ firstSeen: later(0), lastSeen: later(60), installations: 2 })
    expect(vim).not.toHaveProperty('version')
    expect(vim.versions).toMatchObject([
      { version: '1', installations: 1, firstSeen: later(0), lastSeen: later(60) },
      { version: '2', installations: 1, firstSeen: later(0), lastSeen: later(0) },
    ])
    advance(3600)
    await submit(120, 1, [])
    expect(await getSoftware(ctx, await idOf('vim', '1'))).toMatchObject({
      version: '1',
      installations: 0,
      lastSeen: later(120),
    })
  })

  it('shows a widespread product as last seen on the last seen device', async () => {
    const { ctx, submit, idOf, advance } = await setUp()
    advance(3600)
    await submit(0, 1, ['vim 1'])
    await submit(60, 2, ['vim 1'])
    await submit(50, 3, ['vim 1'])
    advance(3600)
    await submit(100, 4, ['git 1'])
    const id = await idOf('vim', '1')
    const { softwareCounts, softwareProducts } = ctx.store.tables(softwareTables)
    await ctx.store.write(async (tx) => {
      const [product] = await tx.select().from(softwareProducts).where(eq(softwareProducts.id, id))
      await tx
        .update(softwareCounts)
        .set({ installations: 5_000, changedAt: at(0) })
        .where(eq(softwareCounts.product, product?.number ?? 0))
    })
    expect((await getSoftware(ctx, id)).lastSeen).toBe(at(60))
  })

  it('lists the installations of a product, and of a name version by version', async () => {
    const { ctx, submit, idOf } = await setUp()
    const versions = ['1', '1', '2', '3', '4', '4', '4']
    for (const [n, version] of versions.entries()) await submit(0, n, [`vim ${version}`])
    const pages = async (id: string, limit: number) => {
      const found: string[] = []
      for (let offset = 0; offset < 8; offset += limit) {
        const { items, total } = await listInstallations(ctx, id, { limit, offset })
        expect(total).toBe(id === all ? 7 : 3)
        found.push(...items.map(({ deviceName, installedVersion }) => `${deviceName} ${installedVersion}`))
      }
      return found
    }
    const all = await idOf('vim')
    const wanted = versions.map((version, n) => `pc${n} ${version}`)
    for (const limit of [1, 2, 3, 4, 5, 50]) expect(await pages(all, limit)).toEqual(wanted)
    expect(await pages(await idOf('vim', '4'), 2)).toEqual(wanted.slice(4))
    const [first] = (await listInstallations(ctx, all, { limit: 1, offset: 0 })).items
    const [device] = await ctx.store.read((db) => {
      const { devices } = db.tables(deviceTables)
      return db.select({ id: devices.id }).from(devices).where(eq(devices.name, 'pc0'))
    })
    expect(first).toEqual({
      deviceId: device?.id,
      deviceName: 'pc0',
      installedVersion: '1',
      installDate: '2026-03-04T00:00:00.000Z',
      productId: await idOf('vim', '1'),
      firstSeen: at(0),
      lastSeen: at(0),
    })
  })

  it("shows a product as last seen when the device's software was last read", async () => {
    const { ctx, submit, idOf, advance } = await setUp()
    const seen = async (version: string) => {
      const { items } = await listInstallations(ctx, await idOf('vim', version), { limit: 5, offset: 0 })
      return items.map(({ firstSeen, lastSeen }) => [firstSeen, lastSeen])
    }
    // Reported after an hour in the agent's spool.
    await submit(-60, 1, ['vim 1'])
    expect(await seen('1')).toEqual([[at(0), at(0)]])
    advance(3600)
    await submit(60, 1, ['vim 1', 'git 1'])
    expect(await seen('1')).toEqual([[at(0), at(60)]])
    await submit(60, 2, ['vim 2'])
    expect(await seen('2')).toEqual([[at(60), at(60)]])
  })

  it('applies the group of a name to all its versions, including later ones', async () => {
    const { ctx, submit, idOf, groups } = await setUp()
    await submit(0, 1, ['vim 1', 'vim 2', 'git 1'])
    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Required' })
    await submit(1, 1, ['vim 3', 'git 2'])
    expect(await groups('name-version')).toEqual({
      'git 1': 'Regular',
      'git 2': 'Regular',
      'vim 1': 'Required',
      'vim 2': 'Required',
      'vim 3': 'Required',
    })
  })

  it('shows a name by the strictest group of its versions', async () => {
    const { ctx, submit, idOf, groups, listed } = await setUp()
    await submit(0, 1, ['vim 1', 'vim 2', 'git 1'])
    await updateSoftware(ctx, await idOf('vim', '1'), { softwareGroup: 'Required' })
    expect(await groups('name')).toEqual({ git: 'Regular', vim: 'Required' })
    await updateSoftware(ctx, await idOf('vim', '2'), { softwareGroup: 'Forbidden' })
    expect(await groups('name')).toEqual({ git: 'Regular', vim: 'Forbidden' })
    expect(await listed({ groupBy: 'name', softwareGroup: 'Forbidden' })).toEqual(['vim 2'])
    expect(await listed({ softwareGroup: 'Forbidden' })).toEqual(['vim 2 1'])
    await submit(1, 1, ['vim 3'])
    expect(await groups('name-version')).toMatchObject({ 'vim 3': 'Regular' })
    await updateSoftware(ctx, await idOf('vim'), { softwareGroup: 'Regular' })
    expect(await groups('name')).toEqual({ git: 'Regular', vim: 'Regular' })
    expect(new Set(Object.values(await groups('name-version')))).toEqual(new Set(['Regular']))
  })

  it('logs changed values of each product', async () => {
    const { ctx, submit, idOf } = await setUp()
    await submit(0, 1, ['vim 1', 'vim 2'])
    const [all, one, two] = [await idOf('vim'), await idOf('vim', '1'), await idOf('vim', '2')]
    await updateSoftware(ctx, one, { softwareGroup: 'Forbidden' })
    await updateSoftware(ctx, all, { softwareGroup: 'Forbidden' })
    await updateSoftware(ctx, all, { softwareGroup: 'Forbidden' })
    await updateSoftware(ctx, all, {})
    const rows = (await changesOf(ctx)).filter(({ entity }) => entity === 'Software')
    const line = { verb: 'Modified', field: 'softwareGroup', from: 'Regular', to: 'Forbidden', actor: 'Test app' }
    expect(rows).toMatchObject([
      { ...line, entityId: one },
      { ...line, entityId: all },
      { ...line, entityId: two },
    ])
    const { events } = ctx.store.tables(eventTables)
    const recorded = await ctx.store.read((db) =>
      db.select().from(events).where(eq(events.type, 'software.modified')).orderBy(asc(events.id)),
    )
    expect(recorded.map(({ subjectId, data }) => [subjectId, data['version'], data['softwareGroup']])).toEqual([
      [one, '1', 'Forbidden'],
      [all, undefined, 'Forbidden'],
    ])
  })
})

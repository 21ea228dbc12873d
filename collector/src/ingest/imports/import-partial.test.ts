import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { getDevice } from '../../devices/detail/get-device.ts'
import { deleteDevice } from '../../devices/edit/delete-device.ts'
import { listDevices } from '../../devices/list/list-devices.ts'
import type { Context } from '../../lib/context.ts'
import { listSnapshots } from '../../snapshots/read/list-snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createIngest, type Ingest } from '../accept/ingest.ts'
import { createReader } from '../reading/reader.ts'
import { computer, partial } from '../testing/documents.ts'
import { importDocument } from './import-document.ts'

/** Partial documents, each with another section. */
const parts = {
  softwares: [{ name: 'nano', version: '7.2' }],
  memories: [{ capacity: 32_768, serialnumber: 'M2' }],
  batteries: [{ name: 'BAT9', serial: 'B9' }],
  monitors: [{ caption: 'P2419H', serial: 'MON9' }],
  firewalls: [{ status: 'on' }],
  antivirus: [{ name: 'ClamAV' }],
  virtualmachines: [{ name: 'build', vmtype: 'lxc' }],
  videos: [{ name: 'Arc A380' }],
  sounds: [{ name: 'DAC 3' }],
  usbdevices: [{ name: 'Token', serial: 'U9' }],
  drives: [{ type: '/srv', total: 7 }],
}
const documents = Object.entries(parts).map(([section, rows]) => partial({ [section]: rows }))

describeOnBothEngines('partial documents of one device', ({ engine, open, newDatabase }) => {
  async function setUp() {
    const options = await newDatabase()
    const { ctx, advance } = await testContext(await open(undefined, options))
    const reader = createReader(ctx)
    const sender = { siteId: ctx.siteId, id: ctx.actor.id, name: 'caller' }
    const importInto = (own: Context, ingest: Ingest) => (document: object) =>
      importDocument(own, ingest, reader, { sender, bytes: Buffer.from(JSON.stringify(document)), packing: 'none' })
    // SQLite is for one collector; there the second is another queue in front of the same store.
    const store = engine === 'postgres' ? await open(undefined, options) : ctx.store
    const behind = { now: () => new Date(ctx.clock.now().getTime() - 5_000) }
    const other = { ...ctx, store, clock: behind }
    const ingest = createIngest(ctx)
    const take = importInto(ctx, ingest)
    const { deviceId } = await take(computer)
    advance(60)
    return {
      ctx,
      importInto,
      ingest,
      deviceId,
      take,
      /** Imported by another collector, whose clock is behind. */
      takeElsewhere: importInto(other, createIngest(other)),
      async data() {
        const { data } = await getDevice(ctx, deviceId)
        const { components = [], graphics = [], monitors = [], batteries = [], ...hardware } = data?.hardware ?? {}
        const { security, containers = [], memory, volumes } = hardware
        const protection = [security?.firewalls?.[0]?.state, security?.antivirus?.[0]?.name]
        const named = [...components, ...graphics, ...containers].map(({ name }) => name)
        const models = [...monitors, ...batteries].map(({ model }) => model)
        const names = [...named, ...models, ...protection].filter((name) => name !== undefined).sort()
        return [data?.software.map(({ name }) => name), names, memory?.modules.length, volumes?.[0]?.mount]
      },
      snapshots: async () => (await listSnapshots(ctx, deviceId, { limit: 50, offset: 0 })).total,
    }
  }
  const all = [['nano'], ['Arc A380', 'BAT9', 'ClamAV', 'DAC 3', 'P2419H', 'Token', 'build', 'on'], 1, '/srv']

  it('are all stored when they arrive concurrently at several collectors', async () => {
    const { take, takeElsewhere, data, snapshots } = await setUp()
    const results = await Promise.all(
      documents.map((document, index) => (index % 2 === 0 ? take(document) : takeElsewhere(document))),
    )
    expect(new Set(results.map(({ status, isNew }) => `${status} ${isNew}`))).toEqual(new Set(['stored false']))
    expect(await data()).toEqual(all)
    expect(await snapshots()).toBe(documents.length + 1)
  })

  it('are applied in the order of arrival, whatever their times', async () => {
    const { take, takeElsewhere, data } = await setUp()
    const logged = documents.map(({ content, ...rest }) => ({
      ...rest,
      content: { ...content, accesslog: { logdate: '2026-11-20 07:30:00' } },
    }))
    for (const [index, document] of logged.entries()) await (index % 2 === 0 ? take : takeElsewhere)(document)
    expect(await data()).toEqual(all)
  })

  it('are stored as history if older than the last import', async () => {
    const { take, data, snapshots } = await setUp()
    const before = await data()
    await take(partial({ softwares: parts.softwares, accesslog: { logdate: '2026-11-20 07:29:59' } }))
    expect(await data()).toEqual(before)
    expect(await snapshots()).toBe(2)
  })

  it('are rejected temporarily while others repeatedly come first', async () => {
    const { ctx, importInto } = await setUp()
    let tries = 0
    const busy: Ingest = {
      ...createIngest(ctx),
      async submitPrepared() {
        tries += 1
        return { status: 'outdated', deviceId: newId(), snapshotId: null, isNew: false }
      },
    }
    await expect(importInto(ctx, busy)(partial(parts))).rejects.toMatchObject({ code: 'rate_limited' })
    expect(tries).toBeGreaterThan(documents.length)
  })

  it('find no device if theirs is deleted meanwhile', async () => {
    const { ctx, importInto, ingest, deviceId } = await setUp()
    const slow: Ingest = {
      ...ingest,
      async submitPrepared(delivery) {
        await deleteDevice(ctx, deviceId)
        return ingest.submitPrepared(delivery)
      },
    }
    await expect(importInto(ctx, slow)(partial(parts))).rejects.toMatchObject({ code: 'unknown_device' })
    expect((await listDevices(ctx, { limit: 50, offset: 0, sort: 'name' })).total).toBe(0)
  })
})

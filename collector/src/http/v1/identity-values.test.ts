import type { FullDeviceData } from '@rollcall/shared/api/audit-data.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceIdentifier } from '@rollcall/shared/api/device-history.ts'
import { expect, it } from 'vitest'
import { agent, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { mergeApp } from '../testing/merge.ts'

const serialNumber = 'VX3DJMK0014R'
const biosUuid = '564D1A2B-3C4D-5E6F-8091-A2B3C4D5E6F7'
/** Hosts that report one identity, as copies do: each with its own name and card. */
const copy = (number: number): Seen => ({
  hostname: `Till-${number}`,
  manufacturer: 'Kyocera Document Solutions',
  serialNumber,
  biosUuid,
  machineId: '7C21E0D4-9B3F-4A58-8E16-05D2F47A913C',
  macAddresses: [`00-0C-29-00-01-0${number}`],
  ipAddresses: [`10.0.7.${number}`],
  hardware: {
    system: { manufacturer: 'Kyocera Document Solutions', virtualization: 'vmware' },
    disks: [{ name: 'sda', serialNumber: 'S4EWNX0N413827' }],
  },
})
/** Keys for matching: they begin with the manufacturer, are in lower case, or have their bytes in the other order. */
const keys = /kyocera\/|vx3djmk0014r|2b1a4d56-4d3c|7c21e0d49b3f4a58|s4ewnx0n413827|7C21E0D49B3F/

describeOnEitherEngine('an identity value', ({ open }) => {
  const setUp = async (copies: number) => {
    const test = await mergeApp(await open())
    const ids: string[] = []
    for (let turn = 0; turn < copies * 3; turn += 1) {
      ids.push((await test.submit(agent(10 + turn, copy(1 + (turn % copies))))).deviceId)
    }
    const [id = ''] = ids
    await test.submit(snmp(30, '10.0.7.1', { ...copy(1), hardware: undefined }))
    return { ...test, id, ids: [...new Set(ids)] }
  }

  it.each([1, 2, 3])('is shown as it was reported wherever %i hosts with it are shown', async (copies) => {
    const { call, ctx, ids, survivorId, post } = await setUp(copies)
    await post('/api/v1/identity-junk', { kind: 'disk', value: 'k5hj7QNA' })
    const ofDevice = (id: string) => [
      ...['', '/identifiers', '/matches', '/sightings', '/changes', '/merges', '/snapshots'].map(
        (part) => `/api/v1/devices/${id}${part}`,
      ),
      `/api/audit-data/full-data/${id}`,
    ]
    const paths = [
      ...ids.flatMap(ofDevice),
      ...[
        '/devices',
        '/devices?format=csv',
        '/reviews',
        '/alerts',
        '/software/change-history',
        '/identity-junk',
        '/devices/duplicates',
      ].map((path) => `/api/v1${path}`),
    ]
    const answers = await Promise.all(
      paths.map(async (path) => {
        const response = await call('GET', path)
        expect(response.status, path).toBe(200)
        return `${path} ${await response.text()}`
      }),
    )
    const previews = ids.slice(1).map((otherId) => post(`/api/v1/devices/${ids[0]}/merge`, { otherId, dryRun: true }))
    const other = await post(`/api/v1/devices/${ids[0]}/merge`, { otherId: survivorId, dryRun: true })
    const merges = await Promise.all([...previews, other].map(async (each) => (await each).text()))
    const events = await ctx.store.read(async (db) => {
      const rows = await db.select().from(db.tables(eventTables).events)
      return rows.map((row) => JSON.stringify(row))
    })
    for (const text of [...answers, ...merges, ...events]) expect(text).not.toMatch(keys)
    const listed = answers.find((text) => text.includes('/identifiers')) ?? ''
    expect(listed).toContain('00:0c:29:00:01:01')
    // Three hosts make the value junk.
    expect(copies < 3 ? listed : (answers.find((text) => text.includes('/identity-junk')) ?? '')).toContain(
      `"value":"${serialNumber}","manufacturer":"Kyocera Document Solutions"`,
    )
  })

  it('that has a manufacturer is listed once', async () => {
    const { id, get } = await setUp(1)
    const { items } = await get<List<DeviceIdentifier>>(`/api/v1/devices/${id}/identifiers`)
    const { deviceIds } = await get<FullDeviceData>(`/api/audit-data/full-data/${id}`)
    for (const values of [items, deviceIds]) {
      expect(values.filter(({ value }) => value === serialNumber)).toHaveLength(1)
    }
  })

  it('of two live hosts stands in the review, the alert and the event', async () => {
    const { get, ctx } = await setUp(2)
    const texts = [
      JSON.stringify(await get('/api/v1/reviews')),
      JSON.stringify(await get('/api/v1/alerts')),
      JSON.stringify(await ctx.store.read((db) => db.select().from(db.tables(eventTables).events))),
    ]
    for (const text of texts) expect(text).toContain(biosUuid.toLowerCase())
  })

  it('of an earlier release is shown in capitals, and as reported once it is seen again', async () => {
    const { id, submit, ctx, get } = await setUp(1)
    await ctx.store.write((tx) =>
      tx.update(tx.tables(deviceTables).deviceIdentifiers).set({ reported: null, manufacturer: null }),
    )
    const serial = async () => {
      const { items } = await get<List<DeviceIdentifier>>(`/api/v1/devices/${id}/identifiers`)
      return items.find(({ kind }) => kind === 'serial')
    }
    expect(await serial()).toMatchObject({ value: serialNumber, manufacturer: 'kyocera' })
    await submit(agent(40, copy(1)))
    expect(await serial()).toMatchObject({ value: serialNumber, manufacturer: 'Kyocera Document Solutions' })
  })
})

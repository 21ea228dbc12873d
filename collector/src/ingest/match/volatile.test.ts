import { expect, it } from 'vitest'
import { getSnapshot } from '../../snapshots/read/list-snapshots.ts'
import { changeTables } from '../../store/schema/change-log.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { createIngest } from '../accept/ingest.ts'
import { type Seen, snmp } from '../testing/observations.ts'
import { testSystem } from '../testing/system.ts'

/** A printer with a switch in it, at one moment. */
const printer = (pages: number, operStatus: 'up' | 'down'): Seen => ({
  serialNumber: 'JP1',
  manufacturer: 'HP',
  type: 'printer',
  hardware: {
    volumes: [{ mount: '/', sizeBytes: 1e9, freeBytes: 1e9 - pages }],
    printer: {
      supplies: [{ name: 'Black', type: 'toner', max: 100, level: 100 - pages }],
      markers: [{ unit: 'impressions', lifeCount: pages }],
      alerts: pages > 10 ? [{ severity: 'warning' }] : [],
    },
  },
  network: {
    interfaces: [{ name: 'eth0', operStatus, speedBps: pages }],
    neighbors: [{ port: 'eth0', protocol: 'forwarding', macAddress: `00:1b:21:00:00:${pages}` }],
    linkAddresses: [{ port: 'eth0', ipAddress: `192.0.2.${pages}`, macAddress: '00:1b:21:00:00:01' }],
  },
})

describeOnBothEngines('volatile data', ({ open }) => {
  it('is stored for each snapshot at little cost and is no change of the device', async () => {
    const store = await open()
    const { system, ctx } = testSystem(store)
    const ingest = createIngest(system)
    const submit = async (minutes: number, seen: Seen) => {
      const observation = snmp(minutes, '192.0.2.9', seen)
      return (await ingest.submit({ siteId: 'site', observation, actor: 'scan' })).snapshotId ?? ''
    }
    const first = await submit(0, printer(10, 'up'))
    const lines = () => store.read((db) => db.$count(db.tables(changeTables).changes))
    const before = await lines()
    const second = await submit(60, printer(11, 'down'))
    expect(await lines()).toBe(before)

    const sections = await store.read((db) => db.select().from(db.tables(snapshotTables).sections))
    expect(sections.filter(({ baseSeq }) => baseSeq === null)).toHaveLength(2)
    expect(sections.filter(({ baseSeq }) => baseSeq !== null)).toHaveLength(4)
    const shown = async (id: string) => (await getSnapshot(ctx, id)).data
    expect(await shown(first)).toMatchObject({
      hardware: {
        volumes: [{ mount: '/', freeBytes: 999_999_990 }],
        printer: { supplies: [{ name: 'Black', max: 100, level: 90 }], markers: [{ lifeCount: 10 }], alerts: [] },
      },
      network: { interfaces: [{ name: 'eth0', operStatus: 'up' }], linkAddresses: [{ ipAddress: '192.0.2.10' }] },
    })
    expect(await shown(second)).toMatchObject({
      hardware: { printer: { markers: [{ lifeCount: 11 }], alerts: [{ severity: 'warning' }] } },
      network: {
        interfaces: [{ name: 'eth0', operStatus: 'down' }],
        neighbors: [{ port: 'eth0', macAddress: '00:1b:21:00:00:11' }],
      },
    })
  })
})

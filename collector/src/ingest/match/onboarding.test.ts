import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deviceTables } from '../../store/schema/devices.ts'
import { identityTables } from '../../store/schema/identity.ts'
import { mergeTables } from '../../store/schema/merges.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testIngest } from '../testing/ingest.ts'
import { agent, type Seen, seen, snmp } from '../testing/observations.ts'
import { orders } from '../testing/orders.ts'

const card = '3c:52:82:0a:1b:2c'
const desk: Seen = {
  agentId: 'agent-desk',
  biosUuid: '9c3b2a10-7e41-11ec-8a3f-3c52820a1b2c',
  machineId: '5d41402abc4b2a76b9719d911017c592',
  manufacturer: 'LENOVO',
  serialNumber: 'PF2X9ABC',
  macAddresses: [card],
  ipAddresses: ['10.20.0.17'],
  hostname: 'ws-0143',
}

/** An entry of an asset list, as an import makes it. */
const listed = (minutes: number, entry: Seen): Observation =>
  seen(minutes, { source: 'Import', name: entry.hostname ?? '', ...entry })

type Step = (minutes: number) => Observation
const scan: Step = (minutes) => snmp(minutes, '10.20.0.17', { hostname: 'ws-0143', macAddresses: [card] })
const report: Step = (minutes) => agent(minutes, desk)

const lists: readonly [string, Seen][] = [
  ['without a manufacturer', { hostname: 'ws-0143', serialNumber: 'PF2X9ABC' }],
  ['with another spelling of the manufacturer', { hostname: 'ws-0143', serialNumber: 'PF2X9ABC', manufacturer: 'IBM' }],
  ['with the serial number in another case', { hostname: 'WS-0143', serialNumber: 'pf2x9abc' }],
  ['with punctuation in the serial number', { hostname: 'ws-0143', serialNumber: 'S/N: PF-2X9 ABC' }],
  ['with the full domain name', { hostname: 'ws-0143.corp.example.com', serialNumber: 'PF2X9ABC' }],
  ['with a placeholder as the manufacturer', { hostname: 'ws-0143', serialNumber: 'PF2X9ABC', manufacturer: 'N/A' }],
  ['without a name of its own', { hostname: 'unknown', serialNumber: 'PF2X9ABC' }],
]

describeOnBothEngines('an asset list, a scan and an agent', ({ open }) => {
  const setUp = async () => {
    const store = await open()
    const { submit } = testIngest(store)
    /** Stores observations on a new site, and returns what a person sees there. */
    const sees = async (observations: readonly Observation[]) => {
      const siteId = newId()
      for (const observation of observations) await submit(observation, { siteId })
      return inventoryOf(store, siteId)
    }
    return { sees }
  }

  it.each(lists)('end in one record in every order, if the list is %s', async (_, entry) => {
    const { sees } = await setUp()
    const steps: Step[] = [(minutes) => listed(minutes, entry), scan, report]
    for (const order of orders(steps)) {
      const observations = order.map((step, index) => step(index))
      for (const delivered of [observations, observations.toReversed()]) {
        const { devices, reviews, duplicates } = await sees(delivered)
        expect(devices).toHaveLength(1)
        expect(reviews).toEqual([])
        expect(duplicates).toBe(0)
      }
    }
  })

  it.each([
    ['of a short serial number', { hostname: 'reception', serialNumber: '4711' }, { serialNumber: '4711' }],
    ['of two manufacturers', { hostname: 'p1', manufacturer: 'Epson', serialNumber: 'PF2X9ABC' }, {}],
    ['of another serial number', { hostname: 'ws-0143', serialNumber: 'PF2X9ABD' }, {}],
  ] as const)('stay two records %s', async (_, entry, machine) => {
    const { sees } = await setUp()
    const steps: Step[] = [(minutes) => listed(minutes, entry), (minutes) => agent(minutes, { ...desk, ...machine })]
    for (const order of orders(steps))
      expect((await sees(order.map((step, index) => step(index)))).devices).toHaveLength(2)
  })

  it('match a list with a name of its own by a long serial number, for review', async () => {
    const { sees } = await setUp()
    const steps: Step[] = [(minutes) => listed(minutes, { hostname: 'Reception', serialNumber: 'PF2X9ABC' }), report]
    for (const order of orders(steps)) {
      const { devices, reviews } = await sees(order.map((step, index) => step(index)))
      expect(devices).toHaveLength(1)
      expect(reviews).toHaveLength(1)
      const again = [...order, ...order].map((step, index) => step(index))
      expect((await sees(again)).devices).toHaveLength(1)
    }
  })

  it('never guess which of two machines a serial number without a manufacturer means', async () => {
    const { sees } = await setUp()
    const other = { ...desk, manufacturer: 'Zebra', hostname: 'scanner-3', machineId: undefined }
    const machines: Step[] = [
      (minutes) => agent(minutes, { ...other, agentId: 'z', biosUuid: undefined, macAddresses: ['00:a0:f8:11:22:33'] }),
      report,
    ]
    for (const order of orders(machines)) {
      const entry = listed(2, { hostname: 'Reception', serialNumber: 'PF2X9ABC' })
      expect((await sees([...order.map((step, index) => step(index)), entry])).devices).toHaveLength(3)
    }
  })
})

describeOnBothEngines('the disks of a machine', ({ open }) => {
  const disk = (serialNumber: string) => ({ disks: [{ name: 'nvme0n1', serialNumber }] })
  const before: Seen = { ...desk, hardware: disk('S6B0NX0T817263') }
  const partition = async (...observations: readonly Observation[]) => {
    const { submit } = testIngest(await open())
    const ids: string[] = []
    for (const each of observations) ids.push((await submit(each)).deviceId)
    return ids.map((id) => ids.indexOf(id))
  }
  /** The machine after a new installation under another name, with another card. */
  const reinstalled: Seen = {
    ...before,
    agentId: 'agent-new',
    machineId: '7d793037a0760186574b0282f2f435e7',
    hostname: 'lab-02',
    macAddresses: ['a0:36:9f:44:55:66'],
    ipAddresses: ['10.20.0.99'],
  }

  it('show that it was renamed, reinstalled and got another card', async () => {
    expect(await partition(agent(0, before), agent(1, reinstalled), agent(2, reinstalled))).toEqual([0, 0, 0])
    const noSerial = (machine: Seen): Seen => ({ ...machine, serialNumber: 'System Serial Number' })
    expect(await partition(agent(0, noSerial(before)), agent(1, noSerial(reinstalled)))).toEqual([0, 0])
  })

  it('do not merge two machines when one disk moves alone', async () => {
    const other: Seen = {
      ...reinstalled,
      biosUuid: '1f0e9d8c-7b6a-11ec-9540-a0369f445566',
      serialNumber: 'PF3Y8DEF',
      hardware: disk('S6B0NX0T817263'),
    }
    expect(await partition(agent(0, before), agent(1, other), agent(2, { ...before, hardware: {} }))).toEqual([0, 1, 0])
    const bare = ({ serialNumber: _, biosUuid: __, ...machine }: Seen): Seen => machine
    expect(await partition(agent(0, bare(before)), agent(1, bare(other)))).toEqual([0, 1])
  })

  it('do not take the record of their machine along when they move with their system', async () => {
    const other: Seen = {
      ...{ agentId: 'agent-other', hostname: 'ws-0200', machineId: '9e107d9d372bb6826bd81d3542a419d6' },
      ...{ manufacturer: 'LENOVO', serialNumber: 'PF3Y8DEF' },
      ...{ macAddresses: ['a0:36:9f:44:55:66'], ipAddresses: ['10.20.0.99'] },
    }
    const { agentId, hostname, machineId, hardware } = before
    const moved = { ...other, agentId, hostname, machineId, hardware }
    expect(await partition(agent(0, before), agent(1, other), agent(2, moved))).toEqual([0, 1, 1])
  })

  it('are those of its host for a guest, which stays separate', async () => {
    const guest = { ...reinstalled, macAddresses: ['bc:24:11:44:55:66'] }
    expect(await partition(agent(0, before), agent(1, guest), agent(2, before))).toEqual([0, 1, 0])
  })
})

async function inventoryOf(store: Store, siteId: string) {
  return store.read(async (db) => {
    const { devices } = db.tables(deviceTables)
    const { deviceReviews } = db.tables(identityTables)
    const { deviceDuplicates } = db.tables(mergeTables)
    const ofSite = db.select({ name: devices.name }).from(devices).where(eq(devices.siteId, siteId))
    const open = await db.select().from(deviceReviews).where(eq(deviceReviews.siteId, siteId))
    return {
      devices: await ofSite.orderBy(asc(devices.name)),
      reviews: open.map(({ review }) => review),
      duplicates: await db.$count(deviceDuplicates, eq(deviceDuplicates.siteId, siteId)),
    }
  })
}

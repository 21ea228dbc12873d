import { setImmediate as nextTurn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { waitFor } from '../../../../test/harness/wait.ts'
import { listDevices } from '../../devices/list/list-devices.ts'
import { listSnapshots } from '../../snapshots/read/list-snapshots.ts'
import { openStore } from '../../store/open.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { pc, testIngest } from '../testing/ingest.ts'
import { agent } from '../testing/observations.ts'
import { testSystem } from '../testing/system.ts'
import { createIngest, type Delivery } from './ingest.ts'

const page = { limit: 50, offset: 0 }
const everything = { ...page, sort: 'name' } as const

describeOnBothEngines('groups of deliveries', ({ open, newDatabase, engine }) => {
  it('store a single delivery at once, and those that arrive meanwhile as one group', async () => {
    const { system } = testSystem(await open())
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const groups: number[] = []
    const write: Store['write'] = async (fn, committed) => {
      if (groups.push(0) === 2) await isFree
      return system.store.write(fn, committed)
    }
    const ingest = createIngest({ ...system, store: { ...system.store, write } }, { deliveriesPerGroupMax: 3 })
    const onStored: Delivery['onStored'] = async (_tx, stored) => {
      groups[groups.length - 1] = stored.length
    }
    const submit = (number: number) =>
      ingest.submit({ siteId: 'site', observation: agent(number, pc(number)), actor: 'agent pc', onStored })

    await submit(1)
    expect(groups).toEqual([1])
    const second = submit(2)
    await waitFor(() => groups.length === 2, { what: 'the second group' })
    const others = [3, 4, 5, 6].map(submit)
    free()
    await Promise.all([second, ...others])
    expect(groups).toEqual([1, 1, 3, 1])
  })

  it('get smaller when their deliveries take long', async () => {
    const { system } = testSystem(await open())
    const groups: number[] = []
    const onStored: Delivery['onStored'] = async (_tx, stored) => void groups.push(stored.length)
    const ingest = createIngest(system, { groupMsMax: 0 })
    const submit = (number: number) =>
      ingest.submit({ siteId: 'site', observation: agent(number, pc(number)), actor: 'agent pc', onStored })
    await submit(0)
    await Promise.all(Array.from({ length: 40 }, (_, index) => submit(index + 1)))
    expect(groups).toEqual([1, 16, 16, 8])
  })

  it('do not wait for the products of a very long software list, which are added before its group', async () => {
    const { ingest, submit } = testIngest(await open())
    const software = Array.from({ length: 6_000 }, (_, n) => ({ name: `package-${n}`, version: '1' }))
    const stored: string[] = []
    const long = submit(agent(1, { ...pc(1), software })).then(() => stored.push('long'))
    for (const number of [2, 3, 4]) {
      await submit(agent(number, pc(number)))
      stored.push(`short ${number}`)
    }
    await ingest.drain()
    await long
    expect(stored).toEqual(['short 2', 'short 3', 'short 4', 'long'])
  })

  it('gather deliveries while a group is being synced, and start at a full group', async () => {
    const { system } = testSystem(await open())
    const confirmations: (() => void)[] = []
    const write: Store['write'] = async (fn, committed) => {
      const result = await system.store.write(fn, committed)
      await new Promise<void>((confirm) => confirmations.push(confirm))
      return result
    }
    const ingest = createIngest({ ...system, store: { ...system.store, write } })
    const groups: number[] = []
    const onStored: Delivery['onStored'] = async (_tx, stored) => {
      groups[confirmations.length] = stored.length
    }
    const answered: number[] = []
    const submit = async (number: number) => {
      await ingest.submit({ siteId: 'site', observation: agent(number, pc(number)), actor: 'agent pc', onStored })
      answered.push(number)
    }
    const written = (count: number) =>
      waitFor(() => confirmations.length === count, { what: `group ${count} to be written` })

    const submitted = [1, 2].map(submit)
    await written(1)
    submitted.push(submit(3))
    await nextTurn()
    submitted.push(submit(4))
    await written(2)
    expect(answered).toEqual([])
    submitted.push(submit(5))
    for (const confirm of confirmations) confirm()
    // A single delivery does not wait for others while nothing is being synced.
    await written(3)
    confirmations.at(-1)?.()
    await Promise.all([...submitted, ingest.drain()])
    expect(groups).toEqual([2, 2, 1])
    expect(answered).toEqual([1, 2, 3, 4, 5])
  })

  it('detect a duplicate delivery, in one group and later', async () => {
    const { submit, ctx } = testIngest(await open())
    const observation = agent(0, pc(1))
    const [first, second] = await Promise.all([submit(observation), submit(observation)])
    expect(first).toMatchObject({ status: 'stored', isNew: true })
    expect(second).toEqual({ ...first, status: 'duplicate', isNew: false })
    expect(await submit(observation)).toEqual(second)
    expect(await listSnapshots(ctx, first.deviceId, page)).toMatchObject({ total: 1 })
  })

  it('store the others if one fails, and report the failure to its sender', async () => {
    const { ingest, ctx, store } = testIngest(await open())
    const deliver = (number: number, onStored?: Delivery['onStored']) =>
      ingest.submit({
        siteId: 'site',
        observation: agent(0, pc(number)),
        actor: 'x',
        ...(onStored ? { onStored } : {}),
      })
    const results = await Promise.allSettled([
      deliver(1),
      deliver(2, async () => {
        throw new Error('this one only')
      }),
      deliver(3),
      deliver(4, async (tx, [stored]) => {
        const { devices } = tx.tables(deviceTables)
        await tx
          .update(devices)
          .set({ assetTag: 'A-4' })
          .where(eq(devices.id, stored?.outcome.deviceId ?? ''))
      }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { message: 'this one only' } })
    const { items } = await listDevices(ctx, everything)
    expect(items.map(({ name, assetTag }) => [name, assetTag])).toEqual([
      ['pc1', null],
      ['pc3', null],
      ['pc4', 'A-4'],
    ])
    // A later audit keeps the fields that a person edited.
    await ingest.submit({ siteId: 'site', observation: agent(5, pc(4)), actor: 'x' })
    expect((await listDevices(ctx, { ...everything, q: 'pc4' })).items).toMatchObject([{ assetTag: 'A-4' }])
    expect(await store.read((db) => db.$count(db.tables(deviceTables).devices))).toBe(3)
  })

  it('answer only committed deliveries, and drain pending ones', async () => {
    const options = await newDatabase()
    const store = await open(undefined, options)
    const { ingest, submit } = testIngest(store)
    const answers: string[] = []
    for (let number = 10; number < 60; number += 1) {
      void submit(agent(0, pc(number))).then(({ deviceId }) => answers.push(deviceId))
    }
    await ingest.drain()
    expect(answers).toHaveLength(50)
    const other = await openStore(options)
    const stored = await other.read((db) =>
      db.select({ id: db.tables(deviceTables).devices.id }).from(db.tables(deviceTables).devices),
    )
    expect(stored.map(({ id }) => id).sort()).toEqual(answers.toSorted())
    await other.close()
  })

  it('create one new device once from several concurrent collectors', async () => {
    const options = await newDatabase()
    const first = await open(undefined, options)
    // SQLite has one collector, here with several doors.
    const openAnother = async () => (engine === 'postgres' ? await openStore(options) : first)
    const stores = [first, await openAnother(), await openAnother()]
    const ingests = stores.map((store) => createIngest(testSystem(store).system, { deliveriesPerGroupMax: 3 }))
    const numbers = Array.from({ length: 20 }, (_, index) => index + 10)
    const outcomes = await Promise.all(
      ingests.flatMap((ingest) =>
        numbers.map((number) => ingest.submit({ siteId: 'site', observation: agent(0, pc(number)), actor: 'x' })),
      ),
    )
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(20)
    expect(new Set(outcomes.map(({ deviceId }) => deviceId)).size).toBe(20)
    await Promise.all(stores.filter((store) => store !== first).map((store) => store.close()))
  })
})

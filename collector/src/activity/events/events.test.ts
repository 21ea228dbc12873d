import { newId } from '@rollcall/shared/ids.ts'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { waitFor } from '../../../../test/harness/wait.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { eventTables } from '../../store/schema/activity.ts'
import type { Store, Tx } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext, timeOf } from '../../testing/context.ts'
import { deleteOldEvents } from './delete-old-events.ts'
import { cursorAfter, eventsAfter, toCloudEvent } from './list-events.ts'
import { sequenceEvents } from './sequence-events.ts'
import { startSequencer } from './sequencer.ts'

const timestamp = '2026-11-20T08:00:00.000Z'
const siteId = 'site'
const record = (tx: Tx, ...subjectIds: string[]) =>
  recordEvents(tx, {
    siteId,
    timestamp,
    events: subjectIds.map((subjectId) => ({
      type: 'device.added',
      subjectId,
      data: { name: subjectId, type: 'computer' },
    })),
  })
const put = (store: Store, ...subjectIds: string[]) => store.write((tx) => record(tx, ...subjectIds))
const ignore = async () => undefined
const subjects = (rows: readonly { subjectId: string }[]) => rows.map(({ subjectId }) => subjectId)

describeOnBothEngines('events', ({ engine, open, newDatabase }) => {
  it('have an order that a reader follows from its last event', async () => {
    const store = await open()
    await put(store, 'a', 'b')
    const fromNow = await cursorAfter({ store }, siteId, undefined)
    expect(await eventsAfter({ store }, siteId, fromNow, 10)).toEqual([])
    await sequenceEvents({ store }, ignore)
    await put(store, 'c', 'd')
    await sequenceEvents({ store }, ignore)
    const all = await eventsAfter({ store }, siteId, fromNow, 10)
    expect(subjects(all)).toEqual(['a', 'b', 'c', 'd'])
    const resumed = await cursorAfter({ store }, siteId, all[1]?.id)
    expect(subjects(await eventsAfter({ store }, siteId, resumed, 10))).toEqual(['c', 'd'])
    const gone = await cursorAfter({ store }, siteId, newId())
    expect(subjects(await eventsAfter({ store }, siteId, gone, 3))).toEqual(['a', 'b', 'c'])
    expect(await eventsAfter({ store }, 'another site', gone, 10)).toEqual([])
  })

  it('are fanned out once each by several concurrent sequencers', async () => {
    const database = await newDatabase()
    const store = await open(undefined, database)
    const stores = engine === 'postgres' ? [store, await open(undefined, database)] : [store, store]
    const names = Array.from({ length: 1_200 }, (_, index) => `device-${index}`)
    await put(store, ...names)
    const sequenceAll = async (own: Store) => {
      const received: string[] = []
      // The transaction may run again: calls of an attempt that was rolled back do not count.
      let attempt: string[] = []
      const fanOut = async (_: Tx, events: readonly { subjectId: string }[]) => {
        attempt = subjects(events)
      }
      for (let more = true; more; ) {
        attempt = []
        more = (await sequenceEvents({ store: own }, fanOut)).hasMore
        received.push(...attempt)
      }
      return received
    }
    const sequenced = await Promise.all(stores.map(sequenceAll))
    expect(sequenced.flat().sort()).toEqual([...names].sort())
    expect(subjects(await eventsAfter({ store }, siteId, { batch: 0, id: '' }, 2_000))).toEqual(names)
  })

  it('stay unsequenced if the transaction of their fan-out rolls back', async () => {
    const store = await open()
    await put(store, 'a')
    const failing = sequenceEvents({ store }, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await eventsAfter({ store }, siteId, { batch: 0, id: '' }, 10)).toEqual([])
    await sequenceEvents({ store }, ignore)
    expect(subjects(await eventsAfter({ store }, siteId, { batch: 0, id: '' }, 10))).toEqual(['a'])
  })

  if (engine === 'postgres') {
    it('reach a reader if their transaction commits after a later one', async () => {
      const store = await open()
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: written, resolve: resolveWritten } = Promise.withResolvers<void>()
      const slow = store.write(async (tx) => {
        await record(tx, 'slow')
        resolveWritten()
        await held
      })
      await written
      await put(store, 'quick')
      await sequenceEvents({ store }, ignore)
      const [quick] = await eventsAfter({ store }, siteId, { batch: 0, id: '' }, 10)
      expect(quick?.subjectId).toBe('quick')
      letGo()
      await slow
      await sequenceEvents({ store }, ignore)
      const [late] = await eventsAfter({ store }, siteId, await cursorAfter({ store }, siteId, quick?.id), 10)
      expect(late?.subjectId).toBe('slow')
      // Ordered by id, it would precede an event that the reader already has.
      expect(String(late?.id) < String(quick?.id)).toBe(true)
    })
  }

  it('are announced after they were sequenced', async () => {
    const store = await open()
    let news = 0
    const onNews = () => {
      news += 1
    }
    const ctx = { ...(await testContext(store)).ctx, log: pino({ level: 'silent' }) }
    const sequencer = startSequencer(ctx, { fanOut: ignore, onSequenced: () => undefined, onNews, pollMs: 3_600_000 })
    await waitFor(() => news === 1, { what: 'the first look' })
    await put(store, 'a')
    sequencer.wake()
    await waitFor(() => news === 2, { what: 'the news' })
    await sequencer.stop()
    expect(subjects(await eventsAfter(ctx, siteId, { batch: 0, id: '' }, 10))).toEqual(['a'])
  })

  it('are deleted after a week, in turns', async () => {
    const store = await open()
    const { ctx, advance } = await testContext(store)
    await put(store, ...Array.from({ length: 2_001 }, (_, index) => `old-${index}`))
    advance(7 * 24 * 3600)
    await deleteOldEvents(ctx, timeOf(ctx))
    expect(await store.read((db) => db.$count(db.tables(eventTables).events))).toBe(2_001)
    advance(1)
    await deleteOldEvents(ctx, timeOf(ctx))
    expect(await store.read((db) => db.$count(db.tables(eventTables).events))).toBe(0)
  })

  it('are CloudEvents', async () => {
    const store = await open()
    await put(store, 'a')
    await sequenceEvents({ store }, ignore)
    const [row] = await eventsAfter({ store }, siteId, { batch: 0, id: '' }, 1)
    if (!row) throw new Error('no event')
    expect(toCloudEvent(row)).toEqual({
      specversion: '1.0',
      id: row.id,
      source: '/sites/site',
      type: 'rollcall.device.added',
      subject: 'a',
      time: timestamp,
      datacontenttype: 'application/json',
      data: { name: 'a', type: 'computer' },
    })
  })
})

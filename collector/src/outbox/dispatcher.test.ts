import { pino } from 'pino'
import { expect, it } from 'vitest'
import { waitFor } from '../../../test/harness/wait.ts'
import { noMetrics } from '../lib/metrics.ts'
import { outboxTables } from '../store/schema/outbox.ts'
import type { Store } from '../store/store.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { claimDue, deleteSent, postpone } from './claims.ts'
import { concurrencyGroupsOf } from './concurrency-groups.ts'
import { createDispatcher, type OutboxHandler, RetryLater } from './dispatcher.ts'
import { enqueue, enqueueAll } from './enqueue.ts'

const log = pino({ level: 'silent' })
const start = Date.parse('2026-11-20T08:00:00Z')

/** A clock that stands until it is moved. */
function standingClock() {
  let nowMs = start
  return {
    now: () => new Date(nowMs),
    move: (ms: number) => {
      nowMs += ms
    },
  }
}

describeOnBothEngines('the outbox', ({ engine, open, newDatabase }) => {
  const put = (store: Store, ...subjectIds: string[]) =>
    store.write(async (tx) => {
      for (const subjectId of subjectIds) await enqueue(tx, { kind: 'task', subjectId }, new Date(start).toISOString())
    })
  const rows = (store: Store) => store.read((db) => db.select().from(db.tables(outboxTables).outbox))
  const options = { kinds: ['task'], rowsMax: 10, leaseMs: 60_000, groups: concurrencyGroupsOf([], 10) }

  it('sends nothing of a transaction that was rolled back', async () => {
    const store = await open()
    const rolledBack = store.write(async (tx) => {
      await enqueue(tx, { kind: 'task', subjectId: 'a' }, new Date(start).toISOString())
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow()
    expect(await rows(store)).toEqual([])
  })

  it('gives each message to one of several collectors', async () => {
    const database = await newDatabase()
    const store = await open(undefined, database)
    // One SQLite database has one collector.
    const stores = engine === 'postgres' ? [store, await open(undefined, database)] : [store]
    const clock = standingClock()
    const ids = Array.from({ length: 20 }, (_, index) => `task-${index}`)
    await put(store, ...ids)
    const claims = await Promise.all(
      [...stores, ...stores, ...stores].map((each) => claimDue({ store: each, clock }, { ...options, rowsMax: 20 })),
    )
    expect(
      claims
        .flat()
        .map(({ subjectId }) => subjectId)
        .sort(),
    ).toEqual([...ids].sort())
  })

  it('gives a message of a dead collector to another when its lease ends, and ignores the late one', async () => {
    const store = await open()
    const clock = standingClock()
    const ctx = { store, clock }
    await put(store, 'a')
    const [late] = await claimDue(ctx, options)
    expect(await claimDue(ctx, options)).toEqual([])
    clock.move(60_000)
    const [again] = await claimDue(ctx, options)
    expect(again).toMatchObject({ subjectId: 'a', attempts: 2 })
    if (!late || !again) throw new Error('not claimed')
    await deleteSent(ctx, late)
    await postpone(ctx, late, 1000, 'too late')
    expect(await rows(store)).toMatchObject([{ attempts: 2, lastError: null }])
    await deleteSent(ctx, again)
    expect(await rows(store)).toEqual([])
  })

  it('sends at once when woken, and deletes sent messages', async () => {
    const store = await open()
    const sent: string[] = []
    const handlers = { task: async (id: string) => void sent.push(id) }
    const dispatcher = createDispatcher({ store, clock: standingClock(), log, metrics: noMetrics }, handlers, {
      pollMs: 3_600_000,
    })
    await put(store, 'a', 'b')
    dispatcher.wake()
    await waitFor(async () => sent.length === 2 && (await rows(store)).length === 0, { what: 'both to be sent' })
    await dispatcher.drain()
    expect(sent.sort()).toEqual(['a', 'b'])
  })

  it('retries a failed message later and records the reason', async () => {
    const store = await open()
    const clock = standingClock()
    let isUp = false
    const handler: OutboxHandler = async () => {
      if (!isUp) throw new Error('NATS cannot be reached')
    }
    const dispatcher = createDispatcher(
      { store, clock, log, metrics: noMetrics },
      { task: handler },
      { pollMs: 3_600_000 },
    )
    await put(store, 'a')
    dispatcher.wake()
    const [row] = await waitFor(
      async () => {
        const found = await rows(store)
        return found[0]?.lastError ? found : undefined
      },
      { what: 'the failure to be recorded' },
    )
    expect(row).toMatchObject({ attempts: 1, lastError: 'NATS cannot be reached' })
    expect(Date.parse(row?.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(start + 500)
    isUp = true
    clock.move(1000)
    dispatcher.wake()
    await waitFor(async () => (await rows(store)).length === 0, { what: 'the message to be sent' })
    await dispatcher.drain()
  })

  it('retries at the time that a handler names', async () => {
    const store = await open()
    const handler: OutboxHandler = () => Promise.reject(new RetryLater('not before the evening', 36_000_000))
    const dispatcher = createDispatcher(
      { store, clock: standingClock(), log, metrics: noMetrics },
      { task: handler },
      { pollMs: 3_600_000 },
    )
    await put(store, 'a')
    dispatcher.wake()
    const row = await waitFor(async () => (await rows(store)).find(({ lastError }) => lastError), {
      what: 'the attempt',
    })
    await dispatcher.drain()
    expect(row).toMatchObject({ attempts: 1, lastError: 'not before the evening' })
    expect(row.nextAttemptAt).toBe(new Date(start + 36_000_000).toISOString())
  })

  it('limits a destination that never answers to its share of the senders', async () => {
    const store = await open()
    const begun: string[] = []
    const silent: OutboxHandler = (id, signal) => {
      begun.push(id)
      if (!id.startsWith('silent')) return Promise.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const settings = { pollMs: 3_600_000, concurrency: 4, groupMax: 2, drainMsMax: 0 }
    const dispatcher = createDispatcher(
      { store, clock: standingClock(), log, metrics: noMetrics },
      { task: silent },
      settings,
    )
    const messages = [...Array(8).keys()].map((n) => ({ kind: 'task', subjectId: `silent-${n}`, lane: 'silent' }))
    const others = [...Array(8).keys()].map((n) => ({ kind: 'task', subjectId: `other-${n}`, lane: `other-${n % 2}` }))
    const now = new Date(start).toISOString()
    await store.write((tx) => enqueueAll(tx, [...messages, ...others], now))
    dispatcher.wake()
    await waitFor(() => begun.length === 10, { what: 'the others to be sent' })
    await dispatcher.drain()
    expect(begun.filter((id) => id.startsWith('silent'))).toHaveLength(2)
    expect(await rows(store)).toHaveLength(8)
  })

  it('waits for current attempts when it drains, and starts no more', async () => {
    const store = await open()
    const begun: string[] = []
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const handler: OutboxHandler = async (id) => {
      begun.push(id)
      await gate
    }
    const clock = standingClock()
    const settings = { pollMs: 3_600_000, concurrency: 1 }
    const dispatcher = createDispatcher({ store, clock, log, metrics: noMetrics }, { task: handler }, settings)
    await put(store, 'a', 'b')
    dispatcher.wake()
    await waitFor(() => begun.length === 1, { what: 'one to be under way' })
    const drained = dispatcher.drain()
    openGate()
    await drained
    expect(begun).toHaveLength(1)
    expect(await rows(store)).toHaveLength(1)
  })
})

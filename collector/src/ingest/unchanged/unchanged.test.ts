import { DomainError } from '@rollcall/shared/errors.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { archiveDevice } from '../../devices/archive/archive-one.ts'
import { deleteDevice } from '../../devices/edit/delete-device.ts'
import { deleteSnapshot } from '../../devices/edit/delete-snapshot.ts'
import { createIdentityJunk } from '../../identity/junk/edit-junk.ts'
import { mergeDevices } from '../../identity/merge/merge-devices.ts'
import type { Context } from '../../lib/context.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { sightingTables } from '../../store/schema/sightings.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { type Delivery, isSectionMissing } from '../accept/ingest.ts'
import { pc, testIngest } from '../testing/ingest.ts'
import { agent, ping, type Seen, snmp } from '../testing/observations.ts'
import { randomOf } from '../testing/seeded.ts'

/** An inventory, and agents whose unchanged snapshots refer to an earlier one or not. */
function inventory(store: Store, hasCache: boolean) {
  const { ingest, contextOf } = testIngest(store)
  const actor = {
    kind: 'user' as const,
    id: 'u1',
    name: 'Test',
    capabilities: ['Administrator' as const],
    siteIds: ['site'],
  }
  const ctx: Context = { ...contextOf('site'), actor }
  const last = new Map<string, { body: string; snapshotId: string }>()
  const submit = async (observation: Observation, isWhole = false): Promise<string> => {
    const { id, observedAt, ...rest } = observation
    const { agentId } = observation.identity
    const body = JSON.stringify(rest)
    const content = Buffer.from(JSON.stringify(observation))
    const before = last.get(agentId ?? '')
    const isSame = !isWhole && before?.body === body
    const packed = { content, size: content.length, ...(isSame && hasCache ? { dictionaryOf: before.snapshotId } : {}) }
    const delivery: Delivery = {
      siteId: 'site',
      observation,
      actor: 'agent pc',
      ...(agentId ? { agentId, packed } : {}),
    }
    try {
      const { status, deviceId, snapshotId } = await ingest.submit(delivery)
      if (agentId && status === 'stored' && snapshotId !== null && !isSame) last.set(agentId, { body, snapshotId })
      return deviceId
    } catch (error) {
      if (isWhole || !isSectionMissing(error)) throw error
      return submit(observation, true)
    }
  }
  return { ctx, submit }
}

/**
 * Returns everything that ingest writes about devices, independent of ids and numbers. For observations without an
 * order it omits the values that depend on it: the last time of a value shared by two devices, and the confidence of a
 * match.
 */
async function contentsOf(store: Store, hasOrder: boolean) {
  return store.read(async (db) => {
    const { devices, deviceIdentifiers, deviceStates } = db.tables(deviceTables)
    const { deviceSightings, deviceTraces } = db.tables(sightingTables)
    const { deviceVersions } = db.tables(deviceHistoryTables)
    const { snapshots, snapshotFacts, sections, rawPayloads } = db.tables(snapshotTables)
    const stored = await db.select().from(snapshots)
    const facts = new Map((await db.select().from(snapshotFacts)).map((row) => [row.seq, row.match]))
    const hashes = new Map((await db.select().from(sections)).map((row) => [row.seq, row.hash]))
    const payloads = new Set((await db.select().from(rawPayloads)).map(({ seq }) => seq))
    const names = new Map<string, string>()
    const observed = new Set(stored.map(({ observationId }) => observationId))
    // Several machines report at the same time, and PostgreSQL returns their rows in any order.
    const orderOf = (row: (typeof stored)[number]) => `${row.auditDate} ${row.observationId}`
    for (const { id, observationId, deviceId } of stored.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))) {
      names.set(id, `snapshot of ${observationId}`)
      if (!names.has(deviceId)) names.set(deviceId, `device of ${observationId}`)
    }
    const lines = (rows: readonly object[]) =>
      rows
        .map((row) =>
          JSON.stringify(row).replace(
            /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
            (id) => names.get(id) ?? (observed.has(id) ? id : 'another'),
          ),
        )
        .sort()
    return {
      devices: lines(await db.select().from(devices)),
      identifiers: lines(
        (await db.select().from(deviceIdentifiers)).map((row) => (hasOrder ? row : { ...row, lastSeen: '' })),
      ),
      states: lines(await db.select().from(deviceStates)),
      sightings: lines(await db.select().from(deviceSightings)),
      traces: lines(await db.select().from(deviceTraces)),
      versions: lines(await db.select().from(deviceVersions)),
      snapshots: lines(
        stored.map(({ seq, siteSeq, factsSeq, hardwareSeq, softwareSeq, networkSeq, isPacked, ...row }) => ({
          ...row,
          match: hasOrder ? facts.get(factsSeq) : facts.get(factsSeq)?.decision,
          sections: [hardwareSeq, softwareSeq, networkSeq].map((each) => hashes.get(each ?? 0)),
          hasPayload: payloads.has(seq),
        })),
      ),
    }
  })
}

/** An act that cannot be is refused alike. */
const endOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : Promise.reject(error)),
  )

const software = [{ name: 'editor', version: '1.0' }]

describeOnBothEngines('an unchanged snapshot', ({ open, engine }) => {
  it.each([1, 2, 3, 4])('has the same result as full processing, whatever else arrives (seed %i)', async (seed) => {
    const stores = [await open(), await open()] as const
    const inventories = [inventory(stores[0], true), inventory(stores[1], false)] as const
    const random = randomOf(seed)
    /** One after the other; otherwise at once, so that groups are of several. */
    const hasOrder = seed % 2 === 0
    const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T
    const machines = [1, 2, 3].map((number): Seen => ({ ...pc(number), software }))
    let minutes = 0
    /** Runs an action on both inventories and expects equal results. */
    const both = async (act: (each: (typeof inventories)[number]) => Promise<unknown>) => {
      const [one, other] = [await endOf(act(inventories[0])), await endOf(act(inventories[1]))]
      expect(one).toBe(other)
    }
    const submit = (observation: Observation) => both((each) => each.submit(observation))
    /** A device and the next by their places in the order in which they were found. */
    const toDevices = async (act: (ctx: Context, id: string, otherId: string) => Promise<unknown>) => {
      const choice = random(9)
      await both(async ({ ctx }) => {
        const { devices } = ctx.store.tables(deviceTables)
        const rows = await ctx.store.read((db) => db.select({ id: devices.id }).from(devices).orderBy(devices.id))
        const [id, otherId] = [0, 1].map((next) => rows[(choice + next) % rows.length]?.id)
        if (id !== undefined && otherId !== undefined && id !== otherId) await act(ctx, id, otherId)
      })
    }
    const acts = [
      () => submit(ping(minutes, pick(machines).ipAddresses?.[0] ?? '', pick(machines).macAddresses?.[0])),
      () => submit(snmp(minutes, pick(machines).ipAddresses?.[0] ?? '', { hostname: 'core', serialNumber: 'FDO1' })),
      () => submit(agent(minutes - 30, pick(machines))),
      async () => Object.assign(pick(machines), { ipAddresses: pick(machines).ipAddresses }),
      async () => Object.assign(pick(machines), { macAddresses: pick(machines).macAddresses }),
      async () => Object.assign(pick(machines), { hostname: `pc${random(4)}` }),
      async () => Object.assign(pick(machines), { software: [{ name: 'editor', version: `1.${random(3)}` }] }),
      () => {
        const choice = random(60)
        return both(async ({ ctx }) => {
          const { snapshots } = ctx.store.tables(snapshotTables)
          const { id, auditDate, observationId } = snapshots
          const rows = await ctx.store.read((db) => db.select({ id }).from(snapshots).orderBy(auditDate, observationId))
          const row = rows[choice % rows.length]
          if (row) await deleteSnapshot(ctx, row.id)
        })
      },
      () => toDevices((ctx, id) => deleteDevice(ctx, id)),
      () => toDevices((ctx, id) => archiveDevice(ctx, id)),
      () => toDevices((ctx, id, otherId) => mergeDevices(ctx, id, { otherId, dryRun: false })),
      () => {
        const value = pick(machines).macAddresses?.[0] ?? ''
        return both(({ ctx }) => createIdentityJunk(ctx, { kind: 'mac', value, reason: null }))
      },
    ]
    for (let turn = 0; turn < 40; turn++) {
      minutes += 1 + random(12)
      if (random(4) === 0) await pick(acts)()
      const reported = machines.map((machine) => agent(minutes, machine))
      await both(async ({ submit }) => {
        if (!hasOrder) await Promise.all(reported.map((observation) => submit(observation)))
        else for (const observation of reported) await submit(observation)
      })
      if (turn % 10 === 9) expect(await contentsOf(stores[0], hasOrder)).toEqual(await contentsOf(stores[1], hasOrder))
    }
  })

  /** Submits groups, each at once, to both inventories; the results are equal. */
  async function expectSame(groups: readonly (readonly Observation[] | ((ctx: Context) => Promise<unknown>))[]) {
    const stores = [await open(), await open()] as const
    for (const [choice, store] of stores.entries()) {
      const { ctx, submit } = inventory(store, choice === 0)
      for (const group of groups) {
        if (typeof group === 'function') await group(ctx)
        else await Promise.all(group.map((observation) => submit(observation)))
      }
    }
    expect(await contentsOf(stores[0], true)).toEqual(await contentsOf(stores[1], true))
  }

  it('leaves the first time to the snapshots', async () => {
    const content = [1, 2, 3].map((minute) => [agent(minute, { ...pc(1), software })])
    const deleteFirst = async (ctx: Context) => {
      const { snapshots } = ctx.store.tables(snapshotTables)
      const { id, auditDate } = snapshots
      const [first] = await ctx.store.read((db) => db.select({ id }).from(snapshots).orderBy(auditDate))
      await deleteSnapshot(ctx, first?.id ?? '')
    }
    await expectSame([[agent(0, pc(1))], ...content, deleteFirst, [agent(4, { ...pc(1), software })]])
  })

  it('is fully processed after its group changed its device', async () => {
    const machine = { ...pc(1), software }
    const { macAddresses } = machine
    const renamed = (minute: number): Observation => ({
      ...snmp(minute, '10.0.0.1', { hostname: 'core', macAddresses }),
      depth: 'discovery',
    })
    await expectSame([
      ...[[agent(0, machine)], [renamed(1)]],
      // At one time, so that either is the newest.
      ...[[agent(2, machine), renamed(2)], [agent(3, machine)]],
    ])
  })

  it('is stored without matching until something else changes its device', async () => {
    const store = await open()
    const loads: number[] = []
    let isLearned = false
    const counting: Store['write'] = (fn, committed) =>
      store.write((tx) => {
        const rowsAmongPairs: typeof tx.rowsAmongPairs = (...args) => {
          loads[loads.length - 1] = (loads.at(-1) ?? 0) + 1
          return tx.rowsAmongPairs(...args)
        }
        const rowsAmong: typeof tx.rowsAmong = (table, values, lookup) => {
          isLearned ||= lookup.columns.some((column) => column === 'factsSeq')
          return tx.rowsAmong(table, values, lookup)
        }
        return fn(Object.assign(Object.create(tx), { rowsAmongPairs, rowsAmong }))
      }, committed)
    const { submit } = inventory({ ...store, write: counting }, true)
    const submitAgain = async (observation: Observation) => {
      loads.push(0)
      await submit(observation)
      return (loads.at(-1) ?? 0) > 0
    }
    const machine = { ...pc(1), software }
    const isProcessed: boolean[] = []
    for (const minute of [0, 1, 2, 3]) isProcessed.push(await submitAgain(agent(minute, machine)))
    await submitAgain(ping(4, '10.0.0.1'))
    for (const minute of [5, 6, 7]) isProcessed.push(await submitAgain(agent(minute, machine)))
    for (const minute of [7, 200, 201]) isProcessed.push(await submitAgain(agent(minute, machine)))
    const never = engine === 'postgres'
    expect(isProcessed).toEqual([true, true, never, never, true, never, never, true, never, never])
    // An engine without revisions has no cache.
    expect(isLearned).toBe(!never)
  })
})

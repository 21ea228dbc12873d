import { asc, ne } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { archiveDevice } from '../devices/archive/archive-one.ts'
import { deriveMissingFacts, factsAreMissing } from '../devices/facts/derive-facts.ts'
import { createIngest } from '../ingest/accept/ingest.ts'
import { agent, snmp } from '../ingest/testing/observations.ts'
import { deviceFactTables } from '../store/schema/device-facts.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Store } from '../store/store.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { testContext } from '../testing/context.ts'
import { search } from './search.ts'

const people = 30

describeOnBothEngines('devices stored before there were search terms', ({ open }) => {
  const setUp = async () => {
    const test = await testContext(await open())
    const { ctx } = test
    test.advance(86_400)
    const ingest = createIngest(ctx)
    const found = async (q: string) => (await search(ctx, { q, limit: 5 })).items.map(({ device }) => device?.name)
    const { deviceTerms } = ctx.store.tables(deviceTables)
    /** Terms of all devices that are not archived. */
    const terms = () =>
      ctx.store.read((db) =>
        db.select().from(deviceTerms).where(ne(deviceTerms.value, 'ada-0')).orderBy(asc(deviceTerms.id)),
      )
    const submitted = Array.from({ length: people }, (_, number) => {
      const hardware = { system: {}, accounts: [{ name: `ada-${number}`, isSignedIn: true }] }
      const identity = { agentId: `nb-${number}`, hostname: `nb-${number}`, serialNumber: `8XK2PL${number}` }
      const observation = agent(1, { ...identity, macAddresses: [], hardware })
      return ingest.submit({ siteId: ctx.siteId, observation, actor: 'x' })
    })
    const [archived] = await Promise.all(submitted)
    if (archived) await archiveDevice(ctx, archived.deviceId)
    const network = { interfaces: [{ name: 'GigabitEthernet1/0/7', alias: 'printer room' }] }
    const seen = { type: 'network-device', hostname: 'access-1', serialNumber: 'FOC2211X0AB', network } as const
    await ingest.submit({ siteId: ctx.siteId, observation: snmp(2, '10.20.0.2', seen), actor: 'x' })
    return { ctx, terms, found, deviceTerms }
  }

  it('get theirs in steps, also after an interruption, and queries are answered meanwhile', async () => {
    const { ctx, terms, found, deviceTerms } = await setUp()
    const all = await terms()
    expect(all).toHaveLength(people)
    await ctx.store.write(async (tx) => {
      await tx.delete(deviceTerms)
      await tx.update(tx.tables(deviceFactTables).factDevices).set({ rules: 1 })
    })
    expect(await found('ada-17')).toEqual([])
    expect(await ctx.store.read(factsAreMissing)).toBe(false)

    const interrupted = { ...ctx, store: endingAtWrite(ctx.store, 2) }
    await expect(deriveMissingFacts(interrupted)).rejects.toThrow('the collector ends')
    const some = (await terms()).length
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(people)

    await deriveMissingFacts(ctx)
    expect(await terms()).toEqual(all)
    expect(await found('ada-17')).toEqual(['nb-17'])
    expect(await found('printer room')).toEqual(['access-1'])
    await deriveMissingFacts({ ...ctx, store: endingAtWrite(ctx.store, 1) })
  })
})

/** A store whose write of this number fails. */
function endingAtWrite(store: Store, number: number): Store {
  let writes = 0
  return {
    ...store,
    write: (fn, committed) => {
      writes += 1
      return writes === number ? Promise.reject(new Error('the collector ends')) : store.write(fn, committed)
    },
  }
}

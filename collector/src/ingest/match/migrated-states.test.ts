import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Migration, readMigrations } from '../../store/migrations.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createIngest } from '../accept/ingest.ts'
import { agent, seen, snmp } from '../testing/observations.ts'

/** The statements of a migration that fill new columns. */
const fillingPart = ({ sql }: Migration): string =>
  sql
    .split(';\n')
    .filter((statement) => statement.includes('UPDATE '))
    .join(';\n')

describeOnBothEngines('the states of an earlier release', ({ engine, open, newDatabase }) => {
  it('get the sections that their newest snapshot does not have', async () => {
    const store = await open(undefined, await newDatabase())
    const { ctx } = await testContext(store)
    const ingest = createIngest(ctx)
    const pc = { hostname: 'pc1', serialNumber: '8XK2PL3', manufacturer: 'Dell Inc.' }
    const bash = { name: 'bash', version: '5.2' }
    for (const observation of [
      agent(0, { ...pc, software: [bash], customFields: { owner: 'Ada' } }),
      agent(1, { ...pc, hardware: { system: { model: 'T14' } }, software: [] }),
      agent(2, { ...pc, hardware: { system: { model: 'T15' } } }),
      seen(3, { ...pc, source: 'Import', network: { hostname: 'pc1' }, customFields: { owner: 'Bob' } }),
      seen(4, { ...pc, source: 'Import', observedAt: '2026-11-20T08:04:00.007Z' }),
      snmp(5, '10.0.0.1', { ...pc, customFields: { owner: 'Eve' } }),
      agent(6, { hostname: 'pc2', software: [bash] }),
    ]) {
      await ingest.submit({ siteId: ctx.siteId, observation, actor: 'test' })
    }
    const { deviceStates } = store.tables(deviceTables)
    const read = () =>
      store.read((db) => db.select().from(deviceStates).orderBy(deviceStates.deviceId, deviceStates.source))
    const states = await read()
    expect(states.map(({ earlier }) => Object.keys(earlier ?? {}).sort())).toEqual([
      ['customFields', 'software'],
      ['customFields', 'network'],
      [],
      [],
    ])

    await store.write(async (tx) => {
      await tx.update(deviceStates).set({ customFieldsHash: null })
      for (const { deviceId, source, earlier } of states) {
        const lost = Object.fromEntries(Object.keys(earlier ?? {}).map((section) => [`${section}Hash`, null]))
        await tx
          .update(deviceStates)
          .set({ ...lost, earlier: null })
          .where(and(eq(deviceStates.deviceId, deviceId), eq(deviceStates.source, source)))
      }
    })
    expect(await store.read((db) => db.$count(deviceStates, isNotNull(deviceStates.earlier)))).toBe(0)
    const migrations = await readMigrations(engine)
    const filling = migrations.find(({ name }) => name.endsWith('_section_origins.sql'))
    await store.migrate([...migrations, { name: '9999_again.sql', sql: fillingPart(filling as Migration) }])
    expect(await read()).toEqual(states)
  })
})

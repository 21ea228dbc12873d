import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, type Seen } from '../../ingest/testing/observations.ts'
import { testSystem } from '../../ingest/testing/system.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { removeSnapshots } from './remove-snapshots.ts'

describeOnBothEngines('deleted snapshots', ({ open }) => {
  it('delete their sections, and a base that nothing uses any more', async () => {
    const store = await open()
    const { system } = testSystem(store)
    const ingest = createIngest(system)
    const storeSnapshot = async (minutes: number, volume: object) => {
      const hardware = { volumes: [{ mount: '/', sizeBytes: 100, ...volume }] }
      const observation = agent(minutes, { agentId: 'a', hostname: 'pc', hardware } satisfies Seen)
      const { snapshotId } = await ingest.submit({ siteId: 'site', observation, actor: 'agent' })
      return snapshotId ?? ''
    }
    const sizes = () =>
      store.read(async (db) => {
        const { sections } = db.tables(snapshotTables)
        const rows = await db.select({ base: sections.baseSeq }).from(sections)
        return {
          based: rows.filter(({ base }) => base !== null).length,
          others: rows.filter(({ base }) => base === null).length,
        }
      })
    const first = await storeSnapshot(0, { freeBytes: 40 })
    const second = await storeSnapshot(1, { freeBytes: 39 })
    // A snapshot without volatile data is the base itself.
    const third = await storeSnapshot(2, {})
    // Beside the base: the network section that all have in common.
    expect(await sizes()).toEqual({ based: 2, others: 2 })
    const remove = (id: string) => store.write((tx) => removeSnapshots(tx, [id], at(0)))
    await remove(first)
    expect(await sizes()).toEqual({ based: 1, others: 2 })
    await remove(second)
    expect(await sizes()).toEqual({ based: 0, others: 2 })
    await remove(third)
    expect(await sizes()).toEqual({ based: 0, others: 0 })
  })

  it('delete the base with its last user', async () => {
    const store = await open()
    const { system } = testSystem(store)
    const hardware = { volumes: [{ mount: '/', freeBytes: 1 }] }
    const observation = agent(0, { agentId: 'a', hostname: 'pc', hardware })
    const { snapshotId } = await createIngest(system).submit({ siteId: 'site', observation, actor: 'agent' })
    await store.write((tx) => removeSnapshots(tx, [snapshotId ?? ''], at(0)))
    expect(await store.read((db) => db.$count(db.tables(snapshotTables).sections))).toBe(0)
  })
})

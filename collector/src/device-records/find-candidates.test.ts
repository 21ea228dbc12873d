import { expect, it } from 'vitest'
import { createIngest } from '../ingest/accept/ingest.ts'
import { agent } from '../ingest/testing/observations.ts'
import { testSystem } from '../ingest/testing/system.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { findCandidates } from './find-candidates.ts'

describeOnBothEngines('candidates', ({ open }) => {
  it('for a value of very many devices are only the last seen ones, and leave room for other values', async () => {
    const store = await open()
    const ingest = createIngest(testSystem(store).system)
    const common = '4c4c4544-0042-3010-8053-b7c04f4e4432'
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        ingest.submit({
          siteId: 'site',
          observation: agent(index, {
            biosUuid: common,
            hostname: `vm${index}`,
            macAddresses: [`00:0c:29:00:00:${(index + 16).toString(16)}`],
          }),
          actor: 'x',
        }),
      ),
    )
    expect(outcomes.every(({ isNew }) => isNew)).toBe(true)
    const wanted = [
      { kind: 'uuid', value: '44454c4c-4200-1030-8053-b7c04f4e4432' },
      { kind: 'mac', value: '00:0c:29:00:00:10' },
    ] as const
    const found = await store.read((db) => findCandidates(db, 'site', wanted))
    const ids = outcomes.map(({ deviceId }) => deviceId)
    expect([...found].sort()).toEqual([ids[0], ...ids.slice(-32)].sort())
    expect((await store.read((db) => findCandidates(db, 'other', wanted))).size).toBe(0)
    // The first one is still found by its own values.
    const again = agent(100, { biosUuid: common, hostname: 'vm0', macAddresses: ['00:0c:29:00:00:10'] })
    expect(await ingest.submit({ siteId: 'site', observation: again, actor: 'x' })).toMatchObject({ deviceId: ids[0] })
  })
})

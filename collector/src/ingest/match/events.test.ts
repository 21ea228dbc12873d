import { dayMs } from '@rollcall/shared/durations.ts'
import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { recordListener } from '../../activity/events/listeners.ts'
import { eventTables } from '../../store/schema/activity.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { createIngest } from '../accept/ingest.ts'
import { agent, ping, type Seen } from '../testing/observations.ts'
import { testSystem } from '../testing/system.ts'

const pc: Seen = { name: 'pc', serialNumber: 'SN-1', macAddresses: ['00:1b:21:00:00:01'], ipAddresses: ['10.0.0.1'] }
const week = 7 * dayMs

describeOnBothEngines('events of ingest', ({ open }) => {
  const setUp = async () => {
    const store = await open()
    const { system, clock } = testSystem(store)
    const ingest = createIngest(system)
    return {
      system,
      clock,
      submit: (observation: Parameters<typeof ingest.submit>[0]['observation']) =>
        ingest.submit({ siteId: 'site', observation, actor: 'agent' }),
      events: () =>
        store.read((db) => {
          const { events } = db.tables(eventTables)
          return db.select().from(events).orderBy(asc(events.id))
        }),
    }
  }

  it('report each snapshot, and each new or changed device once for a group', async () => {
    const { system, submit, events } = await setUp()
    await recordListener(system, 'site')
    const [first] = await Promise.all([submit(agent(0, pc)), submit(agent(1, { ...pc, name: 'pc-1' }))])
    const group = await events()
    expect(group.map(({ type }) => type)).toEqual(['device.added', 'snapshot.added', 'snapshot.added'])
    expect(group[0]).toMatchObject({ subjectId: first.deviceId, data: { name: 'pc-1', type: 'computer' } })
    expect(group[1]).toMatchObject({
      subjectId: first.snapshotId,
      data: { deviceId: first.deviceId, source: 'Agent', auditDate: '2026-11-20T08:00:00.000Z' },
    })
    await submit(agent(2, { ...pc, name: 'pc-2' }))
    await submit(agent(3, { ...pc, name: 'pc-2' }))
    const later = (await events()).slice(group.length)
    expect(later.map(({ type }) => type)).toEqual(['device.modified', 'snapshot.added', 'snapshot.added'])
  })

  it('report no snapshot for a ping and nothing for a duplicate', async () => {
    const { system, submit, events } = await setUp()
    await recordListener(system, 'site')
    const seen = ping(0, '10.0.0.9', '00:1b:21:00:00:09')
    await submit(seen)
    await submit(seen)
    expect((await events()).map(({ type }) => type)).toEqual(['device.added'])
  })

  it('are stored only while somebody listens, or did within a week', async () => {
    const { system, clock, submit, events } = await setUp()
    await submit(agent(0, pc))
    expect(await events()).toEqual([])
    await recordListener(system, 'site')
    clock.time = new Date(Date.parse(String(clock.time)) + week - 1).toISOString()
    await submit(agent(1, pc))
    expect(await events()).toHaveLength(1)
    clock.time = new Date(Date.parse(String(clock.time)) + 1).toISOString()
    await submit(agent(2, pc))
    expect(await events()).toHaveLength(1)
  })
})

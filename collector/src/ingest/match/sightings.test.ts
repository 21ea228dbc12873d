import { expect, it } from 'vitest'
import { sightingTables } from '../../store/schema/sightings.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { pc, testIngest } from '../testing/ingest.ts'
import { agent } from '../testing/observations.ts'

describeOnBothEngines('the sightings of a device', ({ open }) => {
  it('are restored when their group reports them again', async () => {
    const { store, submit } = testIngest(await open())
    const seenAt = (minute: number, host: number) =>
      submit(agent(minute, { ...pc(1), ipAddresses: [`10.1.0.${host}`] }))
    for (let host = 1; host <= 32; host++) await seenAt(host, host)
    await Promise.all([seenAt(33, 33), seenAt(34, 2)])

    const evidence = await store.read(async (db) => {
      const { deviceSightings } = db.tables(sightingTables)
      return (await db.select().from(deviceSightings)).flatMap((row) => row.evidence)
    })
    const hosts = evidence.flatMap(({ kind, value }) => (kind === 'claimedIp' ? Number(value.split('.')[3]) : []))
    const expected = Array.from({ length: 33 }, (_, index) => index + 1).filter((host) => host !== 3)
    expect(hosts.sort((a, b) => a - b)).toEqual(expected)
  })
})

import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { agent as seen } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

/** Large enough that each snapshot is read in the worker thread, which caches the last one. */
const software = Array.from({ length: 3_000 }, (_, index) => ({
  name: `package-${String(index).padStart(80, '0')}`,
  version: '1.0',
}))

describeOnEitherEngine('POST /api/agent/snapshots', ({ open }) => {
  it('stores a repeated snapshot, also if the sections shared with the last one were deleted', async () => {
    const { call } = await testApp(await open())
    const { agentId, send } = await testAgent(call, 'pc-1')
    const observe = (minutes: number) => seen(minutes, { agentId, hostname: 'pc-1', software })
    const [, first] = await send(observe(0))
    expect(await send(observe(1))).toMatchObject([201, { deviceId: first.deviceId, snapshotId: expect.any(String) }])
    const softwareOf = async (snapshotId: string) => {
      const answer = await call('GET', `/api/v1/snapshots/${snapshotId}`)
      return ((await answer.json()) as { data: { software: unknown[] } }).data.software
    }
    expect((await call('DELETE', `/api/v1/devices/${first.deviceId}`)).status).toBe(204)
    const [status, again] = await send(observe(2))
    expect(status).toBe(201)
    expect(again.deviceId).not.toBe(first.deviceId)
    expect(await softwareOf(again.snapshotId)).toEqual(software)
    const duplicate = observe(3)
    const [, stored] = await send(duplicate)
    expect(await softwareOf(stored.snapshotId)).toHaveLength(software.length)
    expect(await send(duplicate)).toEqual([200, stored])
    expect(await send({ ...observe(4), identity: { ...observe(4).identity, agentId: newId() } })).toMatchObject([
      400,
      { errors: [{ path: '/identity/agentId' }] },
    ])
  })
})

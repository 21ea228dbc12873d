import { expect, it } from 'vitest'
import { testApp } from '../../http/testing/app.ts'
import { applyRetention } from '../../operations/retention/apply-retention.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { createIngest } from '../accept/ingest.ts'
import { laptop } from '../testing/machines.ts'
import { agent, type Seen } from '../testing/observations.ts'

const dayMinutes = 24 * 60

/** Case 17. */
describeOnBothEngines('a late snapshot of a deleted device', ({ open }) => {
  /** Sees a laptop on days 0 and 40, deletes it, and submits a late observation on day 41. */
  const setUp = async (retention: object) => {
    const { ctx, call, advance } = await testApp(await open())
    expect((await call('PATCH', '/api/v1/site/settings', { json: { retention } })).status).toBe(200)
    advance(41 * dayMinutes * 60)
    const ingest = createIngest(ctx)
    const submit = (day: number, machine: Seen = laptop) =>
      ingest.submit({ siteId: ctx.siteId, observation: agent(day * dayMinutes, machine), actor: 'agent' })
    const { deviceId } = await submit(40)
    expect((await call('DELETE', `/api/v1/devices/${deviceId}`)).status).toBe(204)
    const late = async (day: number) => {
      const stored = await submit(day)
      expect(stored.deviceId).not.toBe(deviceId)
      await applyRetention(ctx, timeOf(ctx), new AbortController().signal)
      const [device, snapshot] = await Promise.all([
        call('GET', `/api/v1/devices/${stored.deviceId}`),
        call('GET', `/api/v1/snapshots/${stored.snapshotId}`),
      ])
      return [device.status, snapshot.status]
    }
    return { late }
  }

  it("creates the device again if it is within the site's retention", async () => {
    const { late } = await setUp({ deleteDeviceDays: 30, snapshotDays: 30 })
    expect(await late(30)).toEqual([200, 200])
  })

  it('is deleted again with its device if that exceeds the retention', async () => {
    const { late } = await setUp({ deleteDeviceDays: 30, snapshotDays: 30 })
    expect(await late(5)).toEqual([404, 404])
  })

  it('is kept if the site has no retention limit', async () => {
    const { late } = await setUp({})
    expect(await late(0)).toEqual([200, 200])
  })
})

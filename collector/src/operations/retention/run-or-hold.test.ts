import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { testApp } from '../../http/testing/app.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent } from '../../ingest/testing/observations.ts'
import { changeTables } from '../../store/schema/change-log.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { applyRetention } from './apply-retention.ts'

const dayMinutes = 24 * 60
const minuteSeconds = 60

describeOnBothEngines('a retention run that would change many records', ({ open }) => {
  /** Sees `quiet` devices on day 1 and the others on day 99. It is the end of day 100. */
  async function setUp(retention: object, { quiet, others }: { quiet: number; others: number }) {
    const test = await testApp(await open())
    const { ctx, call, advance } = test
    advance(100 * dayMinutes * minuteSeconds)
    const set = async (changed: object) =>
      expect((await call('PATCH', '/api/v1/site/settings', { json: { retention: changed } })).status).toBe(200)
    await set(retention)
    const ingest = createIngest(ctx)
    const see = (from: number, count: number, day: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const name = `pc-${from + index}`
          const observation = agent(day * dayMinutes, { agentId: name, hostname: name })
          return ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })
        }),
      )
    await see(0, quiet, 1)
    await see(quiet, others, 99)
    const listOf = async <T>(path: string) => (await (await call('GET', path)).json()) as List<T>
    return {
      ...test,
      set,
      see,
      apply: () => applyRetention(ctx, timeOf(ctx), new AbortController().signal),
      alerts: async () => (await listOf<Alert>('/api/v1/alerts')).items,
      devices: async (query = '') => (await listOf(`/api/v1/devices?limit=1${query}`)).total,
      confirm: (alert: Alert | undefined, count: number, token = 'administrator') =>
        call('POST', `/api/v1/alerts/${alert?.id}/confirm`, { json: { count }, token }),
    }
  }

  it('waits until a person confirms the count, and then runs once', async () => {
    const { apply, alerts, devices, confirm, see } = await setUp({ deleteDeviceDays: 30 }, { quiet: 21, others: 40 })
    await apply()
    await apply()
    expect(await devices()).toBe(61)
    const [alert, ...more] = await alerts()
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      kind: 'retention.held',
      severity: 'error',
      title: 'Retention would delete 21 of 61 devices at once',
      confirmation: { count: 21, action: 'Delete 21 devices' },
    })

    expect((await confirm(alert, 21, 'reader')).status).toBe(403)
    expect((await confirm(alert, 20)).status).toBe(409)
    expect((await confirm(alert, 21)).status).toBe(204)
    expect((await confirm(alert, 21)).status).toBe(404)
    expect(await alerts()).toEqual([])
    await apply()
    expect(await devices()).toBe(40)

    // A run with this number of devices needs a new confirmation.
    await see(100, 30, 2)
    await apply()
    expect([await devices(), (await alerts())[0]?.confirmation?.count]).toEqual([70, 30])
  })

  it('needs another confirmation if more are due than were confirmed', async () => {
    const { apply, alerts, devices, confirm, see } = await setUp({ archiveDeviceDays: 30 }, { quiet: 25, others: 30 })
    await apply()
    const [alert] = await alerts()
    expect((await confirm(alert, 25)).status).toBe(204)
    await see(100, 5, 2)
    await apply()
    expect([await devices(), (await alerts())[0]?.confirmation?.count]).toEqual([60, 30])
    expect((await confirm((await alerts())[0], 30)).status).toBe(204)
    await apply()
    expect([await devices(), await devices('&archived=true'), await alerts()]).toEqual([30, 30, []])
  })

  it('ends its hold when fewer are due', async () => {
    const { apply, alerts, devices, see } = await setUp({ staleDeviceDays: 30 }, { quiet: 25, others: 30 })
    await apply()
    expect([(await alerts())[0]?.confirmation?.action, await devices('&stale=true')]).toEqual([
      'Mark as stale 25 devices',
      0,
    ])
    await see(0, 20, 99)
    await apply()
    expect([await alerts(), await devices('&stale=true')]).toEqual([[], 5])
  })

  it.each([
    ['few devices', { deleteDeviceDays: 30 }, { quiet: 20, others: 1 }],
    ['a small share', { deleteDeviceDays: 30 }, { quiet: 25, others: 80 }],
    ['any, where the site says so', { deleteDeviceDays: 30, confirmAbovePercent: 100 }, { quiet: 30, others: 1 }],
  ])('does not wait for %s', async (_, retention, seen) => {
    const { apply, alerts, devices } = await setUp(retention, seen)
    await apply()
    expect([await devices(), await alerts()]).toEqual([seen.others, []])
  })

  it('holds the deletion of snapshots too, without the current ones', async () => {
    const { ctx, apply, alerts, confirm, call } = await setUp(
      { snapshotDays: 30, confirmAboveSnapshots: 20 },
      { quiet: 5, others: 0 },
    )
    const ingest = createIngest(ctx)
    const observations = Array.from({ length: 30 }, (_, index) =>
      agent(2 * dayMinutes + index, { agentId: 'pc-0', hostname: 'pc-0' }),
    )
    await Promise.all(observations.map((observation) => ingest.submit({ siteId: ctx.siteId, observation, actor: 'a' })))
    await apply()
    const [alert] = await alerts()
    // 35 snapshots: the last one of each of the five devices stays.
    expect(alert).toMatchObject({ title: 'Retention would delete 30 of 35 snapshots at once' })
    expect((await confirm(alert, 30)).status).toBe(204)
    await apply()
    const answer = await call('GET', '/api/v1/devices?q=pc-0')
    const [device] = ((await answer.json()) as List<{ id: string }>).items
    const left = await (await call('GET', `/api/v1/devices/${device?.id}/snapshots`)).json()
    expect([left, await alerts()]).toMatchObject([{ total: 1 }, []])
  })

  it('holds the deletion of change log entries too', async () => {
    const { ctx, apply, alerts, confirm, call } = await setUp({ changeLogDays: 30 }, { quiet: 0, others: 1 })
    const timestamp = new Date(ctx.clock.now().getTime() - 60 * dayMs).toISOString()
    const line = {
      siteId: ctx.siteId,
      verb: 'Modified' as const,
      entity: 'Tag',
      field: 'name',
      actor: 'ada',
      timestamp,
    }
    await ctx.store.write((tx) => {
      const lines = Array.from({ length: 10_001 }, () => ({ ...line, id: newId(), entityId: newId() }))
      return tx.insertRows(tx.tables(changeTables).changes, lines)
    })
    const total = async () => {
      const answer = await call('GET', '/api/v1/software/change-history?limit=1&entity=Tag')
      return ((await answer.json()) as List<object>).total
    }
    await apply()
    expect(await total()).toBe(10_001)
    const [alert] = await alerts()
    expect(alert?.title).toMatch(/^Retention would delete 10001 of 100\d\d entries of the change log at once$/)
    expect((await confirm(alert, 10_001)).status).toBe(204)
    await apply()
    expect([await total(), await alerts()]).toEqual([0, []])
  })
})

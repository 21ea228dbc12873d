import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { confirmHold } from '../held-jobs/confirm-held-job.ts'
import { holdAlerts } from '../held-jobs/held-job-alerts.ts'
import { createTrustedClock } from './clock.ts'
import { createTimeGuard } from './guard.ts'
import type { Machine } from './machine.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')

describeOnBothEngines('the guard of jobs that depend on the age of records', ({ open }) => {
  async function setUp() {
    const { ctx } = await testContext(await open())
    const at = { systemMs: start, uptimeMs: 5 * dayMs }
    const machine: Machine = {
      name: 'collector-1',
      bootId: 'boot-1',
      systemMs: () => at.systemMs,
      uptimeMs: () => at.uptimeMs,
      monotonicMs: () => at.uptimeMs,
    }
    const setBacks: string[] = []
    /** Starts a collector. */
    const open1 = async () => {
      const clock = createTrustedClock(machine)
      const setBack = async (now: string) => void setBacks.push(now)
      const guard = await createTimeGuard({ store: ctx.store, clock, log: ctx.log, collector: 'collector-1', setBack })
      /** Reports whether a job runs. */
      const runs = async () => {
        let ran: string | undefined
        await guard.run('job', async (time) => {
          ran = time.now
        })
        return ran
      }
      return { clock, guard, runs }
    }
    const alerts = () => ctx.store.read((db) => holdAlerts(db, ctx.siteId))
    return {
      ctx,
      at,
      setBacks,
      open: open1,
      alerts,
      pass(ms: number) {
        at.systemMs += ms
        at.uptimeMs += ms
      },
      confirm: async () => {
        const [alert] = await alerts()
        await confirmHold(
          { ...ctx, clock: { now: () => new Date(start) } },
          alert?.id ?? '',
          alert?.confirmation?.count ?? 0,
        )
      },
    }
  }

  it('holds them from a leap across a restart until the clock is back', async () => {
    const { open, at, pass, alerts } = await setUp()
    expect(await (await open()).runs()).toBe(new Date(start).toISOString())
    pass(60_000)
    at.systemMs += 365 * dayMs
    const { guard, runs } = await open()
    expect(await runs()).toBeUndefined()
    expect(await alerts()).toMatchObject([
      { kind: 'clock.leapt', title: 'The clock of collector collector-1 is 365 days ahead of the expected time' },
    ])
    at.systemMs -= 365 * dayMs
    await guard.check()
    expect([await runs(), await alerts()]).toEqual([new Date(start + 60_000).toISOString(), []])
  })

  it('holds them from a leap at run time, before the next check', async () => {
    const { open, at } = await setUp()
    const { runs } = await open()
    at.systemMs += 2 * dayMs
    expect(await runs()).toBeUndefined()
  })

  it('stays in doubt across restarts and counts time by itself', async () => {
    const { open, at, pass } = await setUp()
    await open()
    at.systemMs += 365 * dayMs
    await open()
    pass(2 * dayMs)
    const { clock, runs } = await open()
    expect([clock.now().toISOString(), await runs()]).toEqual([new Date(start + 2 * dayMs).toISOString(), undefined])
  })

  it('follows the system clock after a person confirmed it', async () => {
    const { open, at, alerts, confirm, setBacks } = await setUp()
    await open()
    at.systemMs += 90 * dayMs
    const { guard, runs } = await open()
    await confirm()
    await guard.check()
    const later = new Date(start + 90 * dayMs).toISOString()
    expect([await runs(), await alerts(), await (await open()).runs(), setBacks]).toEqual([later, [], later, []])

    // Setting the clock back is another leap, after which records are repaired.
    at.systemMs -= 90 * dayMs
    await guard.check()
    expect([await runs(), (await alerts())[0]?.confirmation?.count]).toEqual([undefined, -90 * 24])
    await confirm()
    await guard.check()
    const now = new Date(start).toISOString()
    expect([await runs(), await alerts(), setBacks]).toEqual([now, [], [now]])
  })

  it('asks again if the clock leapt further than was confirmed', async () => {
    const { open, at, alerts, confirm } = await setUp()
    await open()
    at.systemMs += 30 * dayMs
    const { guard, runs } = await open()
    await confirm()
    at.systemMs += 300 * dayMs
    await guard.check()
    expect([await runs(), (await alerts())[0]?.confirmation?.count]).toEqual([undefined, 330 * 24])
  })

  it('resumes when enough other machines show the same time', async () => {
    const { open, at, alerts } = await setUp()
    await open()
    at.systemMs += 30 * dayMs
    const { guard, runs } = await open()
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) guard.witness(address, at.systemMs + 1_000)
    await guard.check()
    expect([await runs(), await alerts()]).toEqual([new Date(start + 30 * dayMs).toISOString(), []])
  })

  it('stays in doubt while other machines show another time', async () => {
    const { open, at } = await setUp()
    await open()
    at.systemMs += 30 * dayMs
    const { guard, runs } = await open()
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) guard.witness(address, start)
    await guard.check()
    expect(await runs()).toBeUndefined()
  })
})

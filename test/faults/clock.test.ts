import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alertListSchema } from '@rollcall/shared/api/alert.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computer, importDevice } from '../browser/support/devices.ts'
import { casesOf, isLongForm } from '../harness/long-form.ts'
import { clockOff, clockOffBy } from '../harness/moved-clock.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'

const devices = 30

let folder: TmpFolder
let up: Up
beforeAll(async () => {
  folder = await tmpFolder()
  up = await start()
  const retention = {
    staleDeviceDays: 10,
    archiveDeviceDays: 20,
    deleteDeviceDays: 30,
    snapshotDays: 30,
    changeLogDays: 30,
  }
  expect((await up.api.call('PATCH', '/api/v1/site/settings', { body: { retention } })).status).toBe(200)
  for (let number = 0; number < devices; number++) await importDevice(up.api, computer(number))
})
afterAll(async () => {
  await up?.stop()
  await folder?.remove()
})

const start = (env: NodeJS.ProcessEnv = {}) =>
  startUp({ dataDir: join(folder.path, 'data'), args: ['--no-agent'], env })
const alerts = async () => (await up.api.read('/api/v1/alerts', alertListSchema)).items
const kinds = async () => (await alerts()).map(({ kind }) => kind)
const totalOf = async (query = '') => {
  const answer = await up.api.get(`/api/v1/devices?limit=1${query}`)
  expect(answer.status).toBe(200)
  return (answer.json() as { total: number }).total
}
const inventory = async () => [await totalOf(), await totalOf('&stale=true'), await totalOf('&archived=true')]

const restarts: [string, number][] = [
  ['a year ahead', 365],
  ['a day ahead', 1],
  ['a year behind', -365],
]

test.each(casesOf(restarts, 1))(
  'deletes nothing when the clock is %s at a restart, and waits for a person',
  async (_, days) => {
    await up.stop()
    up = await start(clockOff(days))
    await waitFor(async () => (await kinds()).includes('clock.leapt'), { what: 'the alert' })
    expect(await inventory()).toEqual([devices, 0, 0])
    // What comes meanwhile is dated by the time that the collector counts.
    await importDevice(up.api, computer(0))
    const answer = await up.api.get('/api/v1/devices?limit=1&sort=-lastSeen')
    const [newest] = (answer.json() as { items: { lastSeen: string }[] }).items
    expect(Math.abs(Date.parse(newest?.lastSeen ?? '') - Date.now())).toBeLessThan(dayMs / 4)

    await up.stop()
    up = await start()
    expect(await kinds()).toEqual([])
    expect(await inventory()).toEqual([devices, 0, 0])
  },
)

// In the short form collector/src/operations/trusted-time and operations/retention prove it, with the clock at the seam.
if (isLongForm) {
  test('deletes nothing when the clock leaps while it runs, and continues when the clock is corrected', async () => {
    const file = join(folder.path, 'offset')
    await writeFile(file, '0')
    await up.stop()
    up = await start(clockOffBy(file))
    expect(await kinds()).toEqual([])
    await writeFile(file, `${365 * dayMs}`)
    await waitFor(async () => (await kinds()).includes('clock.leapt'), { what: 'the alert', timeoutMs: 60_000 })
    expect(await inventory()).toEqual([devices, 0, 0])
    // Tokens and schedules go on by the time that the collector counts: this call is answered.
    await importDevice(up.api, computer(1))
    await writeFile(file, '0')
    await waitFor(async () => (await kinds()).length === 0, { what: 'the end of the alert', timeoutMs: 60_000 })
    expect(await inventory()).toEqual([devices, 0, 0])
  })

  test('runs retention once a person has confirmed the clock and each count', async () => {
    await up.stop()
    up = await start(clockOff(25))
    const confirm = async (kind: string, title: RegExp) => {
      const find = async () => (await alerts()).find((alert) => alert.kind === kind && title.test(alert.title))
      await waitFor(async () => (await find()) !== undefined, { what: `the alert ${title}`, timeoutMs: 60_000 })
      const alert = await find()
      const count = alert?.confirmation?.count ?? Number.NaN
      const path = `/api/v1/alerts/${alert?.id}/confirm`
      expect((await up.api.post(path, { count: count + 5 })).status).toBe(409)
      expect((await up.api.post(path, { count })).status).toBe(204)
    }
    await confirm('clock.leapt', /25 days ahead/)
    await up.stop()
    // Tokens of before have expired by now.
    up = await start(clockOff(25))
    await confirm('retention.held', /Retention would archive 30 of 30 devices/)
    await waitFor(async () => (await totalOf()) === 0, { what: 'the devices to be archived', timeoutMs: 60_000 })
    expect(await totalOf('&archived=true')).toBe(devices)
    await waitFor(async () => !(await kinds()).includes('retention.held'), { what: 'the end of the alert' })

    // Back again: nothing that was dated meanwhile is in the way of what comes.
    await up.stop()
    up = await start()
    await confirm('clock.leapt', /25 days behind/)
    await waitFor(async () => (await kinds()).length === 0, { what: 'the end of the alert', timeoutMs: 60_000 })
    await up.stop()
    up = await start()
    expect(await kinds()).toEqual([])
    await importDevice(up.api, computer(2))
    expect(await totalOf()).toBe(1)
  })
}

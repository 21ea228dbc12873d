import { type Schedule, scheduleSchema } from '@rollcall/shared/api/schedule.ts'
import { type Segment, segmentSchema } from '@rollcall/shared/api/segment.ts'
import { type TaskRecord, taskListSchema } from '@rollcall/shared/api/task.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { waitFor } from '../harness/wait.ts'
import { proves } from '../interface/proves.ts'
import { createCredentials, createSegment, joinFromInside, scan } from './support/audit-site.ts'
import { deviceAt, snapshotsOf, taskEnd } from './support/inventory.ts'

const address = '10.72.0.10'
/** A schedule of each minute begins within that and what its runner waits. */
const beginsWithinMs = 75_000

let network: Network
let up: Up
let segment: Segment

beforeAll(async () => {
  network = await startNetwork({ hosts: [{ name: 'switch', kind: 'snmp-v2c', address }] })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  const site = await joinFromInside(network, up, 'inside')
  segment = await createSegment(up.api, {
    name: 'Lab',
    type: 'address-list',
    auditServiceId: site.auditServiceId,
    addresses: [address],
    credentialIds: await createCredentials(up.api, network),
  })
  await scan(up.api, segment.id)
})
afterAll(async () => {
  await up?.stop()
  await network?.stop()
})

const createSchedule = (name: string, kind: Schedule['kind']): Promise<Schedule> =>
  up.api.create('/api/v1/schedules', { name, kind, cron: '* * * * *', timeZone: 'Europe/Berlin' }, scheduleSchema)

/** The first task that a schedule asked for, once it has ended. */
async function firstTaskOf({ name, kind }: Schedule): Promise<TaskRecord> {
  const check = async () => {
    const { items } = await up.api.read(`/api/v1/tasks?kind=${kind}&segmentId=${segment.id}`, taskListSchema)
    return items.findLast(({ requestedBy }) => requestedBy === name)
  }
  const task = await waitFor(check, { what: `a task of ${name}`, timeoutMs: beginsWithinMs, intervalMs: 200 })
  return taskEnd(up.api, task.id)
}

test('schedules start scans and audits, and the snapshots name the schedule', proves('schedules.crud'), async () => {
  const [scans, audits] = [await createSchedule('Scans', 'scan'), await createSchedule('Audits', 'audit')]
  const where = `/api/v1/segments/${segment.id}`
  const assigned = { scanScheduleId: scans.id, auditScheduleId: audits.id }
  const changed = await up.api.call('PATCH', where, { body: assigned })
  expect(segmentSchema.parse(changed.json())).toEqual({ ...segment, ...assigned })

  const tasks = await Promise.all([firstTaskOf(scans), firstTaskOf(audits)])
  expect(tasks).toMatchObject([
    { kind: 'scan', status: 'Success', requestedBy: 'Scans', progress: { known: 1, audited: 1 } },
    { kind: 'audit', status: 'Success', requestedBy: 'Audits', progress: { known: 1, audited: 1 } },
  ])
  for (const task of tasks) expect(Date.parse(task.createdAt) % 60_000).toBeLessThan(30_000)
  const { id } = await deviceAt(up.api, address)
  const used = new Set((await snapshotsOf(up.api, id)).map(({ scheduleId }) => scheduleId))
  expect(used).toEqual(new Set([null, scans.id, audits.id]))

  for (const schedule of [scans, audits]) {
    expect((await up.api.call('DELETE', `/api/v1/schedules/${schedule.id}`)).status).toBe(204)
  }
  expect(await up.api.read(where, segmentSchema)).toEqual(segment)
})

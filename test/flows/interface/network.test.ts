import { afterAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../harness/wait.ts'
import { endpoints } from '../../interface/client/endpoints.ts'
import { fieldsOf } from '../../interface/client/fields.ts'
import type { Segment, Task } from '../../interface/client/types.ts'
import { proves } from '../../interface/proves.ts'
import { bodyOf, expectFields, invalidPathsOf, problemOf, startWalk, unknownId } from './walk.ts'

const walk = await startWalk()
const { client } = walk
const { auditServiceId } = walk.up.facts
afterAll(() => walk.up.stop())

type Input = Record<string, unknown>
const office = (name: string): Input => ({ name, type: 'address-list', auditServiceId, addresses: ['127.0.0.1'] })
const create = async (input: Input): Promise<Segment> => bodyOf(await client.segments.create(input), 201)
/** A packet a second: long enough to be met while it runs. */
const slow = (name: string): Input => ({
  ...office(name),
  type: 'ip-range',
  addresses: ['127.9.0.1-127.9.0.60'],
  scanOptions: { pingOnly: true, maxPacketsPerSecond: 1 },
})

async function scan(id: string, json?: Input): Promise<Task> {
  const accepted = bodyOf(await client.segments.scan(id, json), 202)
  expect(accepted).toEqual({ taskId: expect.any(String), status: 'Queued' })
  const ended = async () => {
    const task = bodyOf(await client.tasks.get(accepted.taskId))
    return ['Queued', 'Running'].includes(task.status) ? undefined : task
  }
  return waitFor(ended, { what: 'the scan to end', timeoutMs: 60_000 })
}

describe('segments', () => {
  const refused = async (input: Input) => invalidPathsOf(await client.segments.create(input))

  test(
    'are validated',
    proves(
      'segments.rule.name',
      'segments.rule.type',
      'segments.rule.auditService',
      'segments.rule.addresses',
      'segments.rule.credentials',
      'errors.400',
    ),
    async () => {
      const whole = office('Nowhere')
      const without = (field: string) => ({ ...whole, [field]: undefined })
      for (const field of ['name', 'type', 'auditServiceId', 'addresses']) {
        expect(await refused(without(field)), field).toEqual([`/${field}`])
      }
      expect(await refused({ ...whole, type: 'street' })).toEqual(['/type'])
      expect(await refused({ ...whole, auditServiceId: unknownId })).toEqual(['/auditServiceId'])
      expect(await refused({ ...whole, addresses: [] })).toEqual(['/addresses'])
      expect(await refused({ ...whole, addresses: ['10.0.0.1', '10.0.0.0/40'] })).toEqual(['/addresses/1'])
      expect(await refused({ ...whole, type: 'ip-range', addresses: ['a-name.example'] })).toEqual(['/addresses/0'])
      expect(await refused({ ...whole, credentialIds: [unknownId] })).toEqual(['/credentialIds/0'])
      expect(
        await refused({
          name: 'Directory',
          type: 'active-directory',
          auditServiceId,
          directory: { url: 'ldaps://dc', baseDn: 'dc=x' },
        }),
      ).toEqual(['/credentialIds'])
      expect(await refused({ name: 'Cloud', type: 'aws', cloud: { account: '1', regions: [] } })).toEqual([
        '/credentialIds',
      ])
      expect(await refused({ ...whole, colour: 'red' })).toEqual(['/colour'])
      expect(bodyOf(await client.segments.list()).total).toBe(0)
    },
  )

  test(
    'are created, returned and updated',
    proves(
      'segments.create',
      'segments.get',
      'segments.list',
      'segments.patch',
      'segments.patch.fields',
      'segment.listFields',
      'segment.singleFields',
      'errors.409',
    ),
    async () => {
      const credential = bodyOf(
        await client.credentials.create({ name: 'c', kind: 'snmp-community', version: 'v2c', community: 'hush-hush' }),
        201,
      )
      const input = {
        ...office('Kept'),
        credentialIds: [credential.id],
        addresses: ['10.1.0.0/30', '10.1.1.1-10.1.1.4'],
      }
      const created = await client.segments.create(input)
      const segment = bodyOf(created, 201)
      expect(created.headers.location).toBe(`/api/v1/segments/${segment.id}`)
      expectFields(segment, fieldsOf.segment)
      expect(segment).toMatchObject({ ...input, autoTagId: null, scanScheduleId: null, auditScheduleId: null })
      expect(bodyOf(await client.segments.get(segment.id))).toEqual(segment)
      problemOf(await client.segments.create({ ...input, name: 'KEPT' }), 409, 'name_taken')

      const { items } = bodyOf(await client.segments.list({ type: 'address-list', auditServiceId }))
      for (const item of items) expectFields(item, fieldsOf.segmentItem)
      expect(items).toMatchObject([{ id: segment.id, deviceCount: 0, lastScan: null }])
      expect(bodyOf(await client.segments.list({ type: 'aws' })).total).toBe(0)

      const tag = bodyOf(await client.tags.create({ name: 'Kept' }), 201)
      const changed = bodyOf(await client.segments.update(segment.id, { name: 'Renamed', autoTagId: tag.id }))
      expect(changed).toEqual({ ...segment, name: 'Renamed', autoTagId: tag.id })
      expect(invalidPathsOf(await client.segments.update(segment.id, { type: 'ip-range' }))).toEqual(['/type'])
      await create(office('Other'))
      problemOf(await client.segments.update(segment.id, { name: 'other' }), 409, 'name_taken')
      problemOf(await client.segments.get(unknownId), 404, 'not_found')
    },
  )

  test(
    'are scanned by their Audit Service, and found devices get the Auto tag and stay',
    proves(
      'segments.scan',
      'state.segment.queued',
      'state.task.success',
      'service.autoTag',
      'segments.delete',
      'devices.list.segmentId',
      'tasks.get',
    ),
    async () => {
      const tag = bodyOf(await client.tags.create({ name: 'Found here' }), 201)
      const segment = await create({ ...office('Scanned'), autoTagId: tag.id, scanOptions: { tcpPorts: [] } })
      const task = await scan(segment.id, { audit: true })
      expectFields(task, fieldsOf.task)
      expectFields(task.progress, fieldsOf.progress)
      expect(task).toMatchObject({
        kind: 'scan',
        status: 'Success',
        segmentId: segment.id,
        auditServiceId,
        requestedBy: 'walk',
        progress: { addressesTotal: 1, addressesDone: 1, hostsFound: 1 },
        error: null,
      })
      const found = bodyOf(await client.devices.list({ segmentId: segment.id })).items
      expect(found.map(({ tags }) => tags)).toEqual([[{ id: tag.id, name: 'Found here' }]])
      const listed = bodyOf(await client.segments.list()).items.find(({ id }) => id === segment.id)
      expect(listed).toMatchObject({ deviceCount: 1, lastScan: expect.any(String) })

      const audit = bodyOf(await client.devices.audit(found[0]?.id ?? ''), 202)
      expect(bodyOf(await client.tasks.get(audit.taskId))).toMatchObject({ kind: 'audit', deviceId: found[0]?.id })
      expect((await client.segments.remove(segment.id)).status).toBe(204)
      problemOf(await client.segments.remove(segment.id), 404, 'not_found')
      bodyOf(await client.devices.get(found[0]?.id ?? ''))
    },
  )

  test(
    'refuse a scan in the No service state, and a second scan while one runs',
    proves(
      'state.segment.noService',
      'state.segment.running',
      'segments.deleteCancels',
      'tasks.cancel',
      'tasks.states',
    ),
    async () => {
      const segment = await create(slow('Slow'))
      bodyOf(await client.segments.update(segment.id, { auditServiceId: null }))
      problemOf(await client.segments.scan(segment.id), 400, 'no_audit_service')
      bodyOf(await client.segments.update(segment.id, { auditServiceId }))
      const { taskId } = bodyOf(await client.segments.scan(segment.id), 202)
      problemOf(await client.segments.scan(segment.id, { audit: true }), 409, 'scan_running')
      expect(bodyOf(await client.tasks.cancel(taskId), 202).status).toBe('Cancelled')
      problemOf(await client.tasks.cancel(taskId), 409, 'task_finished')
      const next = bodyOf(await client.segments.scan(segment.id), 202)
      expect((await client.segments.remove(segment.id)).status).toBe(204)
      expect(bodyOf(await client.tasks.get(next.taskId)).status).toBe('Cancelled')
      problemOf(await client.segments.scan(unknownId), 404, 'not_found')
    },
  )

  test('find no device on the Ignore List', proves('ignoreList.scan'), async () => {
    const entry = bodyOf(await client.ignoreList.create({ kind: 'ip', pattern: '127.8.*' }), 201)
    const segment = await create({ ...office('Ignored'), addresses: ['127.8.0.1'] })
    expect((await scan(segment.id)).progress).toMatchObject({ hostsFound: 1, ignored: 1, new: 0, known: 0 })
    expect((await client.ignoreList.remove(entry.id)).status).toBe(204)
  })
})

describe('tasks', () => {
  test('are filtered by segment and device', proves('tasks.list'), async () => {
    const { items } = bodyOf(await client.tasks.list())
    for (const item of items) expectFields(item, fieldsOf.task)
    expect(items.length).toBeGreaterThan(3)
    for (const [name, wanted] of [
      ['status', 'Cancelled'],
      ['kind', 'audit'],
      ['auditServiceId', auditServiceId],
    ] as const) {
      const found = bodyOf(await client.tasks.list({ [name]: wanted })).items
      expect(found).toEqual(items.filter((each) => each[name] === wanted))
    }
    expect(bodyOf(await client.tasks.list({ segmentId: unknownId }))).toEqual({ items: [], total: 0 })
    expect(invalidPathsOf(await client.tasks.list({ status: 'Done' }))).toEqual(['status'])
  })

  test('are streamed to their end, and resumed after a break', proves('tasks.events'), async () => {
    const segment = await create(office('Followed'))
    const { taskId } = bodyOf(await client.segments.scan(segment.id), 202)
    const stream = await client.tasks.events(taskId)
    expect(stream.headers['content-type']).toContain('text/event-stream')
    expect(stream.text).toContain('"status":"Success"')
    const lastId = [...stream.text.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1] ?? ''
    expect((await client.tasks.events(taskId, { 'Last-Event-ID': lastId })).status).toBe(204)
  })
})

test('every endpoint of this part was called', () => {
  expect(walk.missed([...endpoints.segments, 'POST /api/v1/devices/{id}/audit'])).toEqual([])
})

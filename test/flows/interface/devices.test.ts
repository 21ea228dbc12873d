import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../interface/client/endpoints.ts'
import { fieldsOf } from '../../interface/client/fields.ts'
import type { Query } from '../../interface/client/transport.ts'
import type { Device, Named } from '../../interface/client/types.ts'
import { proves } from '../../interface/proves.ts'
import { bodyOf, expectFields, invalidPathsOf, problemOf, startWalk, unknownId } from './walk.ts'

const walk = await startWalk({ args: ['--no-agent'] })
const { client } = walk
afterAll(() => walk.up.stop())

let printer: Device
let camera: Device
let tag: Named

beforeAll(async () => {
  printer = await make({
    name: 'Press-1',
    type: 'printer',
    dnsName: 'press.example.org',
    manufacturer: 'HP',
    serialNumber: 'CNBJ1234567',
    macAddresses: ['00:1b:21:3c:9d:f8'],
    ipAddresses: ['192.0.2.70'],
  })
  camera = await make({ name: 'Gate', type: 'camera', serialNumber: 'CAM-9', ipAddresses: ['192.0.2.9'] })
  tag = bodyOf(await client.tags.create({ name: 'Ground floor' }), 201)
})

const make = async (input: Record<string, unknown>) => bodyOf(await client.devices.create(input), 201) as Device
const idsOf = async (query: Query) => bodyOf(await client.devices.list(query)).items.map(({ id }) => id)
const edit = (patch: Record<string, unknown>, headers = {}) => client.devices.update(printer.id, patch, headers)

describe('GET /api/v1/devices', () => {
  test(
    'lists devices with their fields',
    proves('devices.list', 'device.listFields', 'convention.listShape'),
    async () => {
      const { items, total, ...more } = bodyOf(await client.devices.list())
      expect([items.length, total, more]).toEqual([2, 2, {}])
      for (const item of items) expectFields(item, fieldsOf.deviceItem)
    },
  )

  test('filters by type', proves('devices.list.type', 'devices.types'), async () => {
    expect(await idsOf({ type: 'printer' })).toEqual([printer.id])
    const types = ['computer', 'network-device', 'vmware-esxi', 'hypervisor', 'virtual-machine', 'storage', 'ups']
    for (const type of [...types, 'phone', 'unknown']) expect(await idsOf({ type })).toEqual([])
    expect(invalidPathsOf(await client.devices.list({ type: 'toaster' }))).toEqual(['type'])
  })

  test('filters by name or id of a tag', proves('devices.list.tag'), async () => {
    bodyOf(await client.devices.attachTag(printer.id, { tagId: tag.id }))
    for (const wanted of [tag.id, 'Ground floor', 'GROUND FLOOR'])
      expect(await idsOf({ tag: wanted })).toEqual([printer.id])
    expect(await idsOf({ tag: 'Roof' })).toEqual([])
    expect((await client.devices.detachTag(printer.id, tag.id)).status).toBe(204)
  })

  test('searches by part of an identifier', proves('devices.list.q', 'devices.list.qAnyPart'), async () => {
    bodyOf(await edit({ assetTag: 'INV-0042' }))
    const macs = ['00:1B:21:3C:9D:F8', '00-1b-21-3c-9d-f8', '001b.213c.9df8', '3c9df8']
    for (const q of ['pRess', 'ress.exam', '192.0.2.70', 'bj12345', 'v-0042', ...macs]) {
      expect(await idsOf({ q }), q).toEqual([printer.id])
    }
    expect(await idsOf({ q: 'nobody' })).toEqual([])
  })

  test(
    'filters by times of changes and sightings',
    proves('devices.list.changedSince', 'devices.list.lastSeenBefore'),
    async () => {
      const [past, future] = ['2020-01-01T01:00:00+01:00', '2100-01-01T00:00:00Z']
      expect(await idsOf({ changedSince: past })).toHaveLength(2)
      expect(await idsOf({ changedSince: future })).toEqual([])
      expect(await idsOf({ lastSeenBefore: past })).toEqual([])
      expect(await idsOf({ lastSeenBefore: future })).toHaveLength(2)
    },
  )

  test('sorts by the requested column', proves('devices.list.sort'), async () => {
    const [byCamera, byPrinter] = [
      [camera.id, printer.id],
      [printer.id, camera.id],
    ]
    for (const sort of ['name', 'ipAddress', 'type', 'lastSeen']) {
      const order = sort === 'lastSeen' ? byPrinter : byCamera
      expect(await idsOf({ sort }), sort).toEqual(order)
      expect(await idsOf({ sort: `-${sort}` }), sort).toEqual([...order].reverse())
    }
    expect(await idsOf({})).toEqual(byCamera)
    expect(invalidPathsOf(await client.devices.list({ sort: 'colour' }))).toEqual(['sort'])
  })

  test('returns CSV', proves('devices.csv'), async () => {
    const formula = await make({ name: '=1+1', serialNumber: 'FORMULA-1' })
    const response = await client.devices.list({}, { Accept: 'text/csv' })
    expect(response.headers['content-type']).toContain('text/csv')
    expect(response.text).toContain("'=1+1")
    expect((await client.devices.list({ format: 'csv', limit: 1 })).text.trim().split('\r\n')).toHaveLength(4)
    expect((await client.devices.remove(formula.id)).status).toBe(204)
  })
})

describe('one device', () => {
  test(
    'is returned with the data of its current snapshot',
    proves('devices.get', 'device.singleFields', 'devices.get.data', 'snapshot.auditId', 'devices.create'),
    async () => {
      const device = bodyOf(await client.devices.get(camera.id))
      expectFields(device, fieldsOf.device)
      expectFields(device.data, fieldsOf.snapshotData)
      expect(device).toMatchObject({ auditSource: 'Manual', auditSchedule: null, customFields: {} })
      expect(bodyOf(await client.snapshots.get(device.auditId)).data).toEqual(device.data)
    },
  )

  test(
    'is changed in the fields of the body, and not at all by an invalid body',
    proves(
      'devices.patch',
      'devices.patch.invalid',
      'devices.patch.whole',
      'devices.patch.assetTag',
      'devices.patch.customFields',
      'devices.patch.schedule',
      'device.auditDerived',
      'devices.get.asOf',
    ),
    async () => {
      bodyOf(await edit({ assetTag: 'INV-1', customFields: { owner: 'Ada', floor: 3, leased: true } }))
      const before = bodyOf(await edit({ customFields: { floor: null, desk: 'D4' } }))
      expect(before).toMatchObject({ assetTag: 'INV-1', customFields: { owner: 'Ada', leased: true, desk: 'D4' } })
      expect(before.customFields).not.toHaveProperty('floor')
      const faults: [Record<string, unknown>, string][] = [
        [{ colour: 'red' }, '/colour'],
        [{ name: 'Other' }, '/name'],
        [{ serialNumber: 'X' }, '/serialNumber'],
        [{ data: {} }, '/data'],
        [{ assetTag: 'x'.repeat(129) }, '/assetTag'],
        [{ assetTag: 7 }, '/assetTag'],
        [{ customFields: { list: [] } }, '/customFields/list'],
        [{ auditScheduleId: unknownId }, '/auditScheduleId'],
      ]
      for (const [fault, place] of faults) {
        expect(
          invalidPathsOf(await edit({ ...fault, customFields: { owner: 'Eve', ...Object(fault['customFields']) } })),
        ).toEqual([place])
      }
      expect(bodyOf(await client.devices.get(printer.id))).toEqual(before)
      const then = new Date().toISOString()
      const schedule = bodyOf(await client.schedules.create({ name: 'Nightly', kind: 'audit', cron: '0 2 * * *' }), 201)
      const after = bodyOf(await edit({ assetTag: null, auditScheduleId: schedule.id }))
      expect(after).toMatchObject({ assetTag: null, auditSchedule: 'Nightly' })
      expect(bodyOf(await client.devices.get(printer.id, { query: { asOf: then } })).assetTag).toBe('INV-1')
      problemOf(await client.devices.get(printer.id, { query: { asOf: '2020-01-01T00:00:00Z' } }), 404, 'not_found')
    },
  )

  test(
    'has identifiers, matches and changes',
    proves('devices.identifiers', 'devices.matches', 'devices.changes', 'devices.ports', 'devices.neighbors'),
    async () => {
      const identifiers = bodyOf(await client.devices.about(printer.id, 'identifiers')).items
      expect(identifiers).toContainEqual(
        expect.objectContaining({ kind: 'mac', value: '00:1b:21:3c:9d:f8', origin: 'Manual' }),
      )
      const matches = bodyOf(await client.devices.about(printer.id, 'matches')).items
      expect(matches).toMatchObject([{ snapshotId: printer.auditId, source: 'Manual', decision: 'new' }])
      const changes = bodyOf(await client.devices.about(printer.id, 'changes', { verb: 'Modified' })).items
      expect(changes[0]).toMatchObject({ verb: 'Modified', field: expect.any(String), actor: 'walk' })
      expectFields(changes[0], fieldsOf.change)
      for (const what of ['ports', 'neighbors']) {
        expect(bodyOf(await client.devices.about(printer.id, what))).toEqual({ items: [], total: 0 })
      }
    },
  )
})

describe('tags', () => {
  test(
    'are attached to a device from the catalog, and detached',
    proves(
      'devices.tags.attach',
      'devices.tags.notCreated',
      'devices.tags.detach',
      'devices.tags.one',
      'devices.tags.detach404',
      'tag.fields',
    ),
    async () => {
      const { id, name } = tag
      for (const body of [{ tagId: id }, { tagName: 'ground FLOOR' }]) {
        expect(bodyOf(await client.devices.attachTag(camera.id, body))).toEqual({ items: [{ id, name }], total: 1 })
      }
      const wrong = [{}, { tagId: id, tagName: name }, { tagName: 'Roof' }, { tagId: unknownId }]
      for (const body of wrong) problemOf(await client.devices.attachTag(camera.id, body), 400, 'validation_failed')
      expect(bodyOf(await client.tags.list({ q: 'roof' })).total).toBe(0)
      problemOf(await client.devices.attachTag(unknownId, { tagId: id }), 404, 'not_found')
      expect((await client.devices.detachTag(camera.id, id)).status).toBe(204)
      problemOf(await client.devices.detachTag(camera.id, id), 404, 'not_found')
      problemOf(await client.devices.detachTag(unknownId, id), 404, 'not_found')
      expectFields(bodyOf(await client.tags.get(id)), { id: 'uuid', name: 'string' })
    },
  )

  test(
    'have names that are unique without regard to case',
    proves('tags.list', 'tags.create', 'tags.patch', 'tags.delete'),
    async () => {
      const made = bodyOf(await client.tags.create({ name: 'Leased', colour: '#1c7ed6' }), 201)
      problemOf(await client.tags.create({ name: 'lEASED' }), 409, 'name_taken')
      problemOf(await client.tags.update(tag.id, { name: 'Leased' }), 409, 'name_taken')
      expect(bodyOf(await client.tags.update(made.id, { name: 'Rented' }))).toMatchObject({
        name: 'Rented',
        colour: '#1c7ed6',
      })
      expect(bodyOf(await client.tags.list({ q: 'RENT' })).items.map(({ id }) => id)).toEqual([made.id])
      expect((await client.tags.remove(made.id)).status).toBe(204)
      expect(bodyOf(await client.tags.list({ q: 'rent' })).total).toBe(0)
    },
  )
})

describe('deleted, ignored and merged records', () => {
  test(
    'two records are merged, and unmerged',
    proves('devices.duplicates', 'devices.merge', 'devices.unmerge', 'devices.merged301'),
    async () => {
      const other = await make({ name: 'Gate 2', type: 'camera', serialNumber: 'CAM-10' })
      bodyOf(await client.devices.duplicates())
      const shown = bodyOf(await client.devices.merge(camera.id, { otherId: other.id, dryRun: true }))
      expect(shown['mergeId']).toBeNull()
      bodyOf(await client.devices.get(other.id))
      const { mergeId } = bodyOf(await client.devices.merge(camera.id, { otherId: other.id }))
      const moved = await client.devices.get(other.id)
      expect([moved.status, moved.headers.location]).toEqual([301, `/api/v1/devices/${camera.id}`])
      expect(bodyOf(await client.devices.snapshots(camera.id)).total).toBe(2)
      bodyOf(await client.devices.unmerge(camera.id, { mergeId }))
      expect(bodyOf(await client.devices.get(other.id)).serialNumber).toBe('CAM-10')
    },
  )

  test(
    'a deleted device can return, an ignored one cannot',
    proves('devices.delete', 'devices.ignore', 'ignoreList.crud', 'ignoreList.patterns'),
    async () => {
      expect((await client.devices.remove(printer.id)).status).toBe(204)
      problemOf(await client.devices.get(printer.id), 404, 'not_found')
      problemOf(await client.devices.remove(printer.id), 404, 'not_found')
      const seen = { name: 'Press-1', manufacturer: 'HP', serialNumber: 'CNBJ1234567' }
      const again = await make(seen)
      const ignored = bodyOf(await client.devices.ignore(again.id))
      expect(ignored).toMatchObject({ total: 1, items: [{ kind: 'serial' }] })
      problemOf(await client.devices.get(again.id), 404, 'not_found')
      problemOf(await client.devices.create(seen), 409, 'ignored')

      for (const [kind, pattern] of [
        ['mac', '00:1b:21:*'],
        ['ip', '198.51.100.*'],
        ['name', 'guest-??'],
        ['uuid', '*-0000'],
      ]) {
        bodyOf(await client.ignoreList.create({ kind, pattern, reason: 'Not ours' }), 201)
      }
      problemOf(await client.devices.create({ name: 'guest-01' }), 409, 'ignored')
      const { items, total } = bodyOf(await client.ignoreList.list())
      expect(total).toBe(5)
      for (const { id } of items) expect((await client.ignoreList.remove(id)).status).toBe(204)
      bodyOf(await client.devices.create(seen), 201)
    },
  )
})

test('every endpoint of this part was called', proves('versioning.prefix'), () => {
  // What an Audit Service does is walked where one is.
  const elsewhere = 'POST /api/v1/devices/{id}/audit'
  expect(walk.missed(endpoints.devices)).toEqual([elsewhere])
  expect(endpoints.devices.filter((endpoint) => !endpoint.includes(' /api/v1/'))).toEqual([])
})

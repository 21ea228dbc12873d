import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../../harness/wait.ts'
import { endpoints } from '../../interface/client/endpoints.ts'
import { fieldsOf } from '../../interface/client/fields.ts'
import type { Device, ProductItem, Snapshot } from '../../interface/client/types.ts'
import { proves } from '../../interface/proves.ts'
import { bodyOf, expectFields, invalidPathsOf, problemOf, startWalk, unknownId } from './walk.ts'

const walk = await startWalk()
const { client } = walk
afterAll(() => walk.up.stop())

/** The machine that the tests run on, by its own agent. */
let machine: Device
/** Snapshots of one computer, the older first: two imports, and a manual one. */
let snapshots: [first: Snapshot, second: Snapshot, manual: Snapshot]
let deviceId: string

const pc = {
  name: 'pc-17',
  type: 'computer',
  manufacturer: 'Dell',
  serialNumber: '8XK2PL3',
  ipAddresses: ['192.0.2.17'],
}
const at = (day: number) => `2026-03-0${day}T08:00:00.000Z`

beforeAll(async () => {
  const [first] = bodyOf(await client.devices.list()).items
  machine = bodyOf(await client.devices.get(first?.id ?? ''))
  snapshots = [
    await write('Import', at(2), {
      software: [
        { name: 'openssl', version: '3.0.1' },
        { name: 'telnetd', version: '0.17' },
      ],
    }),
    await write('Import', at(4), {
      software: [
        { name: 'openssl', version: '3.0.2' },
        { name: 'vim', version: '9.1' },
      ],
    }),
    await write('Manual', at(6), { customFields: { floor: 3 } }),
  ]
  deviceId = snapshots[0].deviceId
})

const write = async (source: string, auditDate: string, data: object) =>
  bodyOf(await client.snapshots.create({ source, auditDate, device: pc, data }), 201)

describe('snapshots', () => {
  test(
    'are listed newest first, by time and source',
    proves('snapshots.list', 'snapshots.list.filters', 'snapshot.listFields', 'service.snapshotPerAudit'),
    async () => {
      const [first, second, manual] = snapshots.map(({ id }) => id)
      const list = async (query = {}) => bodyOf(await client.devices.snapshots(deviceId, query))
      const idsOf = async (query = {}) => (await list(query)).items.map(({ id }) => id)
      const { items, total } = await list()
      for (const item of items) expectFields(item, fieldsOf.snapshotItem)
      expect([items.map(({ id }) => id), total]).toEqual([[manual, second, first], 3])
      expect(await idsOf({ from: at(4) })).toEqual([manual, second])
      expect(await idsOf({ to: at(4) })).toEqual([second, first])
      expect(await idsOf({ from: '2026-03-04T10:00:00+02:00', to: at(5) })).toEqual([second])
      expect(await idsOf({ source: 'Manual' })).toEqual([manual])
      expect(invalidPathsOf(await client.devices.snapshots(deviceId, { source: 'Guess' }))).toEqual(['source'])
      problemOf(await client.devices.snapshots(unknownId), 404, 'not_found')
      expect(bodyOf(await client.devices.snapshots(machine.id)).items).toMatchObject([{ source: 'Agent' }])
    },
  )

  test(
    'contain their data, and are downloaded as files',
    proves(
      'snapshots.get',
      'snapshot.singleFields',
      'snapshots.download',
      'snapshots.raw',
      'snapshots.rawKinds',
      'snapshots.create',
    ),
    async () => {
      for (const id of [machine.auditId, snapshots[0].id]) {
        const snapshot = bodyOf(await client.snapshots.get(id))
        expectFields(snapshot, fieldsOf.snapshot)
        expectFields(snapshot.data, fieldsOf.snapshotData)
        expectFields(snapshot.data.software[0], { name: 'string', version: 'string' })
        const download = await client.snapshots.download(id)
        expect(bodyOf(download)).toEqual(snapshot)
        expect(download.headers['content-type']).toBe('application/json')
        expect(download.headers['content-disposition']).toBe(`attachment; filename="snapshot-${id}.json"`)
        const raw = await client.snapshots.raw(id)
        expect([raw.status, raw.headers['content-type']]).toEqual([200, 'application/octet-stream'])
        expect(raw.headers['content-disposition']).toBe(`attachment; filename="raw-${id}.bin"`)
        expect(raw.text.length).toBeGreaterThan(0)
      }
      for (const reply of [client.snapshots.get(unknownId), client.snapshots.raw(unknownId)]) {
        problemOf(await reply, 404, 'not_found')
      }
    },
  )

  test('are compared by section', proves('snapshots.diff'), async () => {
    const diff = bodyOf(await client.snapshots.diff(snapshots[0].id, snapshots[1].id))
    expect(diff['software']).toMatchObject({
      added: [{ path: 'vim' }],
      removed: [{ path: 'telnetd' }],
      changed: [{ path: 'openssl', from: '3.0.1', to: '3.0.2' }],
    })
    bodyOf(await client.snapshots.diff(machine.auditId, snapshots[1].id))
    problemOf(await client.snapshots.diff(machine.auditId, unknownId), 404, 'not_found')
  })

  test(
    'are imported from a GLPI document, which stays as the raw payload',
    proves('imports.glpi', 'imports.raw'),
    async () => {
      const document = {
        deviceid: 'workbench-2026-03-02-08-00-00',
        itemtype: 'Computer',
        content: {
          versionclient: 'GLPI-Agent_v1.11',
          hardware: { name: 'workbench' },
          bios: { ssn: 'WB-7731', smanufacturer: 'Lenovo' },
          softwares: [{ name: 'curl', version: '8.5' }],
        },
      }
      const { deviceId: id, snapshotId } = bodyOf(await client.snapshots.import(document), 201)
      expect(bodyOf(await client.devices.get(id))).toMatchObject({ name: 'workbench', auditSource: 'Import' })
      expect(JSON.parse((await client.snapshots.raw(snapshotId)).text)).toEqual(document)
    },
  )

  test(
    'pass the device to the next newest when they are deleted',
    proves('snapshots.delete', 'snapshots.deleteCurrent'),
    async () => {
      const [, second, manual] = snapshots
      expect(bodyOf(await client.devices.get(deviceId)).auditId).toBe(manual.id)
      expect((await client.snapshots.remove(manual.id)).status).toBe(204)
      problemOf(await client.snapshots.get(manual.id), 404, 'not_found')
      expect(bodyOf(await client.devices.get(deviceId))).toMatchObject({
        auditId: second.id,
        auditDate: at(4),
        auditSource: 'Import',
      })
    },
  )
})

describe('software', () => {
  const find = async (name: string, query = {}): Promise<ProductItem> => {
    const { items } = bodyOf(await client.software.list({ q: name, limit: 1000, ...query }))
    const found = items.find((each) => each.name === name)
    if (found === undefined) throw new Error(`${name} is not in the catalog`)
    return found
  }

  test(
    'is listed by name and version, or by name',
    proves(
      'software.list',
      'software.fields',
      'software.list.q',
      'software.list.groupBy',
      'software.get',
      'software.singleFields',
      'software.versions',
      'software.groupId',
    ),
    async () => {
      const telnetd = await find('telnetd')
      expectFields(telnetd, fieldsOf.product)
      expect(telnetd).toMatchObject({ version: '0.17', softwareGroup: 'Regular' })
      expect(bodyOf(await client.software.list({ q: 'no such product' })).total).toBe(0)
      const product = bodyOf(await client.software.get(telnetd.id))
      expectFields(product, fieldsOf.singleProduct)

      const group = await find('openssl', { groupBy: 'name' })
      expectFields(group, fieldsOf.productGroup)
      expect(group).not.toHaveProperty('version')
      const { versions } = bodyOf(await client.software.get(group.id))
      for (const version of versions) expectFields(version, fieldsOf.productVersion)
      expect(versions.map(({ version }) => version)).toEqual(expect.arrayContaining(['3.0.1', '3.0.2']))
      expect(invalidPathsOf(await client.software.list({ groupBy: 'colour' }))).toEqual(['groupBy'])
      problemOf(await client.software.get(unknownId), 404, 'not_found')
    },
  )

  test(
    'is classified, and the change log names the actor',
    proves(
      'software.patch',
      'software.list.group',
      'state.software.group',
      'state.software.invalid',
      'software.changeFields',
      'events.changeLog',
    ),
    async () => {
      const { id } = await find('vim')
      for (const softwareGroup of ['Required', 'Forbidden', 'Regular', 'Required']) {
        expect(bodyOf(await client.software.update(id, { softwareGroup }))).toMatchObject({ id, softwareGroup })
      }
      for (const wrong of [{ softwareGroup: 'Optional' }, { softwareGroup: null }, { colour: 'red' }]) {
        expect(invalidPathsOf(await client.software.update(id, wrong))).toHaveLength(1)
      }
      expect(bodyOf(await client.software.get(id)).softwareGroup).toBe('Required')
      const required = bodyOf(await client.software.list({ softwareGroup: 'Required' }))
      expect(required.items.map((each) => each.id)).toEqual([id])
      problemOf(await client.software.update(unknownId, { softwareGroup: 'Required' }), 404, 'not_found')

      const { items } = bodyOf(await client.software.changeHistory({ verb: 'Modified', entity: 'Software', limit: 4 }))
      for (const item of items) expectFields(item, fieldsOf.change)
      expect(items.map(({ entityId, field, from, to, actor }) => [entityId, field, from, to, actor])).toEqual([
        [id, 'softwareGroup', 'Regular', 'Required', 'walk'],
        [id, 'softwareGroup', 'Forbidden', 'Regular', 'walk'],
        [id, 'softwareGroup', 'Required', 'Forbidden', 'walk'],
        [id, 'softwareGroup', 'Regular', 'Required', 'walk'],
      ])
    },
  )

  test('has installations on devices', proves('software.installations', 'software.installationFields'), async () => {
    const { id } = await find('vim', { groupBy: 'name' })
    const { items } = bodyOf(await client.software.installations(id, { limit: 1000 }))
    for (const item of items) expectFields(item, fieldsOf.installation)
    expect(items).toContainEqual(expect.objectContaining({ deviceId, deviceName: 'pc-17', installedVersion: '9.1' }))
    problemOf(await client.software.installations(unknownId), 404, 'not_found')
  })

  test(
    'changes are logged as Added, Modified and Deleted',
    proves('software.changeHistory', 'events.verbs', 'changeHistory.filters', 'changeHistory.what'),
    async () => {
      const of = async (query: Record<string, string | number>) =>
        bodyOf(await client.software.changeHistory({ deviceId, ...query })).items
      const on = (field: string) => expect.objectContaining({ entity: 'Software', field })
      expect(await of({ verb: 'Deleted' })).toContainEqual(on('telnetd'))
      expect(await of({ verb: 'Modified' })).toContainEqual(expect.objectContaining({ from: '3.0.1', to: '3.0.2' }))
      expect(await of({ verb: 'Added', entity: 'Software' })).toContainEqual(on('vim'))
      const times = (await of({ limit: 100 })).map(({ timestamp }) => timestamp)
      expect(times).toEqual([...times].sort().reverse())
      expect(await of({ from: '2100-01-01T00:00:00Z' })).toEqual([])
      expect(await of({ to: '2020-01-01T00:00:00Z' })).toEqual([])
      expect(invalidPathsOf(await client.software.changeHistory({ verb: 'Moved' }))).toEqual(['verb'])
    },
  )

  test('that is Forbidden is reported for each computer that has it', proves('compliance.list'), async () => {
    const { id } = await find('openssl', { groupBy: 'name' })
    expect(bodyOf(await client.software.update(id, { softwareGroup: 'Forbidden' })).softwareGroup).toBe('Forbidden')
    const findings = async () =>
      bodyOf(await client.software.compliance({ kind: 'forbidden' })).items.find(
        (each) => each['deviceId'] === deviceId,
      )
    const finding = await waitFor(findings, { what: 'the finding' })
    expect(finding).toMatchObject({ deviceName: 'pc-17', forbidden: [{ name: 'openssl', version: '3.0.2' }] })
  })
})

test('every endpoint of these parts was called', () => {
  expect(walk.missed([...endpoints.snapshots, ...endpoints.software])).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../interface/client/endpoints.ts'
import { fieldsOf } from '../../interface/client/fields.ts'
import type { Device } from '../../interface/client/types.ts'
import { proves } from '../../interface/proves.ts'
import { bodyOf, expectFields, problemOf, startWalk, unknownId } from './walk.ts'

const walk = await startWalk()
const { client } = walk
afterAll(() => walk.up.stop())

/** The machine that the tests run on, by its own agent. */
let machine: Device
let deviceId: string

beforeAll(async () => {
  const [first] = bodyOf(await client.devices.list()).items
  machine = bodyOf(await client.devices.get(first?.id ?? ''))
  const pc = { name: 'pc-17', type: 'computer', serialNumber: '8XK2PL3', ipAddresses: ['192.0.2.17'] }
  deviceId = bodyOf(await client.devices.create(pc), 201).id
})

describe('the older family', () => {
  const list = async (body: Record<string, unknown>) => bodyOf(await client.older.list(walk.up.facts.siteId, body))

  test(
    'lists audited devices with all their fields',
    proves(
      'older.list',
      'older.list.json',
      'older.recordFields',
      'older.defaultColumns',
      'older.order',
      'older.legacyAuditId',
    ),
    async () => {
      const { data, nextOffset } = await list({ filter: null, columns: [], offset: 0 })
      expect(nextOffset).toBeNull()
      const order = data.map((record) => String(record['auditDate']))
      expect(order).toEqual([...order].sort().reverse())
      for (const record of data) {
        expectFields(record, fieldsOf.auditedRecord)
        expect([record['software'], record['customData']]).toEqual([null, null])
        expect(record['legacyAuditId']).toMatch(/^\d+$/)
      }
      expect(data.find(({ id }) => id === deviceId)?.data.network?.ipAddress).toBe('192.0.2.17')
    },
  )

  test(
    'filters, sorts and pages',
    proves('older.filter', 'older.list.sorting', 'older.list.columns', 'older.columnNames', 'older.paging'),
    async () => {
      const names = async (body: Record<string, unknown>) => (await list(body)).data.map((record) => record['name'])
      const sorting = { column: 'name', isDesc: true }
      const all = await names({ sorting })
      expect(all).toEqual([...all].sort().reverse())
      expect(await names({ sorting: { ...sorting, isDesc: false } })).toEqual([...all].reverse())
      const filter = [{ column: 'data.network.ipAddress', operator: 'startsWith', value: '192.0.2.17' }]
      expect(await list({ filter, columns: ['name'] })).toEqual({
        data: [{ id: deviceId, name: 'pc-17' }],
        nextOffset: null,
      })
      const page = await list({ sorting, limit: 1 })
      expect([page.data.length, page.nextOffset]).toEqual([1, 1])
      expect(await names({ sorting, limit: 1, offset: 1 })).toEqual([all[1]])
      for (const wrong of [
        { columns: ['colour'] },
        { sorting: { column: 'colour', isDesc: true } },
        { filter: [{ column: 'name', operator: 'like', value: 'x' }] },
      ]) {
        problemOf(await client.older.list(walk.up.facts.siteId, wrong), 400, 'validation_failed')
      }
    },
  )

  test('accepts a form as well', proves('older.list.form', 'older.formNesting'), async () => {
    const page = bodyOf(
      await client.older.listByForm(walk.up.facts.siteId, {
        'sorting[column]': 'name',
        'sorting[isDesc]': 'true',
        'filter[0][column]': 'name',
        'filter[0][operator]': 'eq',
        'filter[0][value]': 'pc-17',
        offset: '0',
      }),
    )
    expect(page.data.map(({ id }) => id)).toEqual([deviceId])
  })

  test(
    'returns all data of one device at both paths',
    proves('older.full', 'older.full.noPrefix', 'older.fullFields', 'older.codes'),
    async () => {
      for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
        bodyOf(await client.older.full(machine.id, { 'Content-Type': type }))
      }
      const whole = bodyOf(await client.older.full(machine.id))
      expectFields(whole, fieldsOf.fullData)
      expectFields(whole['auditStatus'] as object, fieldsOf.auditStatus)
      expectFields(whole['modifierInfo'] as object, fieldsOf.modifierInfo)
      expect(bodyOf(await client.older.fullWithoutPrefix(machine.id))).toEqual(whole)
      problemOf(await client.older.full(unknownId), 404, 'not_found')
      const { deviceTypes, clientType } = bodyOf(await client.older.codes())
      expect(deviceTypes?.find(({ id }) => id === whole['deviceTypeId'])?.name).toBe(machine.type)
      expect(clientType?.map(({ id, name }) => `${id} ${name}`)).toEqual([
        '1 user',
        '2 app',
        '3 Audit Service',
        '4 agent',
        '5 system',
      ])
    },
  )

  test('is limited to the sites of the caller', proves('older.foreignSite'), async () => {
    problemOf(await client.older.list(unknownId, {}), 403, 'insufficient_privilege')
  })
})

test('every endpoint of this part was called', () => {
  expect(walk.missed(endpoints.older)).toEqual([])
})

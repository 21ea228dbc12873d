import type { DeviceFields, DeviceListItem } from '@rollcall/shared/api/device.ts'
import { customPrefix, type Field } from '@rollcall/shared/query/fields.ts'
import { columnField } from '@rollcall/shared/query/find-field.ts'
import { findingRuleNames } from '../../findings/states/unresolved-findings.ts'
import { withAuditProblem } from '../../scanning/audit-problems/read-audit-problem.ts'
import { segmentNames } from '../../scanning/segments/find-segments.ts'
import { complianceStates, findingNames } from '../../software/compliance/devices-with-finding.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { itemFact } from '../facts/fact.ts'
import { fieldNumbers, readFacts } from '../facts/read-facts.ts'
import { ipOfKey } from './search-text.ts'

type FieldValue = DeviceFields[string]
/** Values of one field by device id. */
type Values = Map<string, FieldValue>

/** Values of one field of a device. More of them are left out: a cell of a list is no report of a switch's ports. */
const valuesMax = 32

/** Adds the values of these fields to listed devices. A device without a value of a field does not have the field. */
export async function withFields(
  db: Db,
  siteId: string,
  items: DeviceListItem[],
  names: readonly string[] | undefined,
): Promise<DeviceListItem[]> {
  if (!names || items.length === 0) return items
  const fields = new Map<string, DeviceFields>(items.map(({ id }) => [id, {}]))
  const columns = await valuesOf(db, siteId, items, names)
  for (const [name, values] of columns) {
    for (const [id, value] of values) {
      const own = fields.get(id)
      if (own) own[name] = value
    }
  }
  return items.map((item) => ({ ...item, fields: fields.get(item.id) ?? {} }))
}

async function valuesOf(
  db: Db,
  siteId: string,
  items: readonly DeviceListItem[],
  names: readonly string[],
): Promise<Map<string, Values>> {
  const ids = items.map(({ id }) => id)
  const columns = new Map<string, Values>()
  const rest: string[] = []
  for (const name of names) {
    const listed = ofItem[name]
    const related = ofRelated[name]
    if (listed) columns.set(name, present(items.map((item) => [item.id, listed(item)])))
    else if (related) columns.set(name, await related(db, ids))
    else rest.push(name)
  }
  const ofRow = rest.filter((name) => name in rowColumns || name.startsWith(customPrefix))
  for (const [name, values] of await rowValues(db, ids, ofRow)) columns.set(name, values)
  const facts = rest.filter((name) => !ofRow.includes(name))
  for (const [name, values] of await factValues(db, siteId, ids, facts)) columns.set(name, values)
  if (names.includes('address')) columns.set('address', withMainAddress(columns.get('address'), items))
  return columns
}

const present = (pairs: readonly (readonly [string, FieldValue | null | undefined])[]): Values =>
  new Map(pairs.flatMap(([id, value]) => (value === null || value === undefined ? [] : [[id, value] as const])))

/** Fields that every listed device has. */
const ofItem: Record<string, (item: DeviceListItem) => FieldValue | null> = {
  name: ({ name }) => name,
  dnsName: ({ dnsName }) => dnsName,
  type: ({ type }) => type,
  manufacturer: ({ manufacturer }) => manufacturer,
  model: ({ model }) => model,
  serialNumber: ({ serialNumber }) => serialNumber,
  assetTag: ({ assetTag }) => assetTag,
  macAddress: ({ macAddress }) => macAddress,
  lastSeen: ({ lastSeen }) => lastSeen,
  stale: ({ stale }) => stale,
  tag: ({ tags }) => (tags.length === 0 ? null : tags.map(({ name }) => name)),
}

/** Fields that are columns of a device's row. */
const rowColumns = {
  firstSeen: 'firstSeen',
  changed: 'modifiedAt',
  auditDate: 'auditDate',
  source: 'auditSource',
} as const

async function rowValues(db: Db, ids: readonly string[], names: readonly string[]): Promise<Map<string, Values>> {
  if (names.length === 0) return new Map()
  const { devices } = db.tables(deviceTables)
  const columns = ['id', 'customFields', ...Object.values(rowColumns)] as const
  const rows = await db.rowsAmong(devices, ids, { key: 'id', columns })
  const rowValue = (row: (typeof rows)[number], name: string) =>
    name in rowColumns
      ? row[rowColumns[name as keyof typeof rowColumns]]
      : row.customFields[name.slice(customPrefix.length)]
  return new Map(names.map((name) => [name, present(rows.map((row) => [row.id, rowValue(row, name)]))]))
}

/** Addresses of interfaces, and the main address of a device whose interfaces were not read. */
const withMainAddress = (values: Values | undefined, items: readonly DeviceListItem[]): Values =>
  present(items.map(({ id, ipAddress }) => [id, values?.get(id) ?? ipAddress]))

/** Fields of records beside a device. */
const ofRelated: Record<string, (db: Db, ids: readonly string[]) => Promise<Values>> = {
  async segment(db, ids) {
    const { devices } = db.tables(deviceTables)
    const rows = await db.rowsAmong(devices, ids, { key: 'id', columns: ['id', 'lastSegmentId'] })
    const names = await segmentNames(
      db,
      rows.flatMap(({ lastSegmentId }) => lastSegmentId ?? []),
    )
    return present(rows.map(({ id, lastSegmentId }) => [id, names.get(lastSegmentId ?? '')]))
  },
  async unreadable(db, ids) {
    const found = await withAuditProblem(db, ids)
    return present(ids.map((id) => [id, found.has(id)]))
  },
  async compliance(db, ids) {
    const { devices } = db.tables(deviceTables)
    const computers = await db.rowsAmong(devices, ids, { key: 'id', and: { type: 'computer' }, columns: ['id'] })
    const states = await complianceStates(db, ids)
    return present(computers.map(({ id }) => [id, states.get(id) ?? ['compliant']]))
  },
  forbidden: (db, ids) => findingNames(db, ids, 'forbidden', valuesMax),
  missing: (db, ids) => findingNames(db, ids, 'missing', valuesMax),
  finding: (db, ids) => findingRuleNames(db, ids, valuesMax),
}

/** Reads facts. A field of an item has a value for each item, a field of a device one or several. */
async function factValues(
  db: Db,
  siteId: string,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, Values>> {
  if (names.length === 0) return new Map()
  const wanted = new Map(names.map((name) => [factOf(name), name]))
  const numbers = await fieldNumbers(db, siteId, [...wanted.keys()])
  const byField = Map.groupBy(await readFacts(db, ids, numbers.values(), valuesMax), ({ field }) => field)
  return new Map(
    [...numbers].map(([name, number]) => {
      const column = wanted.get(name) ?? name
      const { field, item } = columnField(column) ?? {}
      const values: Values = new Map()
      for (const [deviceId, found] of Map.groupBy(byField.get(number) ?? [], (row) => row.deviceId)) {
        const list = found.map((row) => factValue(row, field))
        values.set(deviceId, item || list.length > 1 ? list : (list[0] ?? ''))
      }
      return [column, values]
    }),
  )
}

function factOf(column: string): string {
  const { field, item } = columnField(column) ?? {}
  return item && field ? itemFact(item.name, field.name) : column
}

type Row = { key: string | null; text: string | null; number: number | null }

function factValue({ key, text, number }: Row, field: Field | undefined): string | number | boolean {
  if (number === null) return field?.kind === 'address' ? ipOfKey(key ?? '') : (text ?? key ?? '')
  if (field?.kind === 'boolean') return number === 1
  return field?.kind === 'time' ? new Date(number).toISOString() : number
}

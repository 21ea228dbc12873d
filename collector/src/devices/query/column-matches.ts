import type { Field } from '@rollcall/shared/query/fields.ts'
import type { Condition, Operator } from '@rollcall/shared/query/query.ts'
import { conditionText } from '@rollcall/shared/query/query-text.ts'
import { and, between, count, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { inList } from '../../device-records/listed-devices.ts'
import { hasAuditProblem } from '../../scanning/audit-problems/read-audit-problem.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { amongFound, contains, lowerAscii } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { indexedCharactersMin } from '../../store/text-index/text-index.ts'
import { staleBefore } from '../stale/stale-watermark.ts'
import { compared, keysOfBlock } from './fact-condition.ts'
import { countSome, type Match, sizeOf } from './match.ts'

/** The list that a query is about. */
export type Scope = { db: Db; siteId: string; isArchived: boolean }

type Columns = ReturnType<typeof deviceTables>['devices']
type Value = string | number | boolean

/** Fields that are columns of a device's row, and how an index serves them. */
const columns: Record<string, { of(devices: Columns): SQLiteColumn; way: Way }> = {
  type: { of: ({ type }) => type, way: 'index' },
  source: { of: ({ auditSource }) => auditSource, way: 'cover' },
  firstSeen: { of: ({ firstSeen }) => firstSeen, way: 'index' },
  lastSeen: { of: ({ lastSeen }) => lastSeen, way: 'index' },
  changed: { of: ({ modifiedAt }) => modifiedAt, way: 'index' },
  auditDate: { of: ({ auditDate }) => auditDate, way: 'index' },
}

/** Fields that the search index of a site's devices has. */
const searched: Record<string, (devices: Columns) => SQLiteColumn> = {
  name: ({ nameKey }) => nameKey,
  dnsName: ({ dnsName }) => dnsName,
  serialNumber: ({ serialNumber }) => serialNumber,
  assetTag: ({ assetTag }) => assetTag,
  macAddress: ({ macAddress }) => macAddress,
}

/** Devices with a value in a column of their row; undefined if the field is none. */
export async function matchColumn(scope: Scope, field: Field, condition: Condition): Promise<Match | undefined> {
  const { devices } = scope.db.tables(deviceTables)
  const text = conditionText(condition)
  const column = columns[field.name]?.of(devices) ?? searched[field.name]?.(devices)
  if (column && 'exists' in condition) return byColumn(scope, text, isNotNull(column), 'row')
  if (field.name === 'stale' || field.name === 'unreadable') return matchState(scope, field.name, condition, text)
  if (!column || 'exists' in condition) return undefined
  const { operator, value } = condition
  if (typeof value === 'object') throw new Error('a period was not resolved')
  if (columns[field.name]) {
    const way = operator === '!=' ? 'cover' : columns[field.name]?.way
    return byColumn(scope, text, compared(column, operator, String(value)), way ?? 'row')
  }
  return matchText(scope, column, operator, field.name === 'macAddress' ? bareMac(value) : textOf(value), text)
}

const textOf = (value: Value) => String(value).trim().toLowerCase()
const bareMac = (value: Value) => textOf(value).replace(/[:.\s-]/g, '')

/** `index`: an index finds the devices. `cover`: it only counts them. */
type Way = 'index' | 'cover' | 'row'

/** Devices by a condition on their row. */
export async function byColumn({ db, siteId, isArchived }: Scope, text: string, row: SQL, way: Way): Promise<Match> {
  const { devices } = db.tables(deviceTables)
  const found = db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inList(db, siteId, isArchived), row))
  const countThem = () => db.$count(devices, and(inList(db, siteId, isArchived), row))
  const match = { size: Number.POSITIVE_INFINITY, ids: undefined, row, conditions: 1, text }
  if (way !== 'index') return way === 'cover' ? { ...match, count: countThem } : match
  return { ...match, size: sizeOf(await countSome(db, found.getSQL())), ids: found.getSQL(), count: countThem }
}

async function matchText(
  scope: Scope,
  column: SQLiteColumn,
  operator: Operator,
  value: string,
  text: string,
): Promise<Match> {
  const { db, siteId, isArchived } = scope
  const { devices, deviceSearch } = db.tables(deviceTables)
  const isName = column.name === devices.nameKey.name
  if (isName && operator === '=') return byColumn(scope, text, eq(devices.nameKey, value), 'index')
  const isMac = column.name === devices.macAddress.name
  const stored = isMac ? sql`replace(${column}, ':', '')` : sql`lower(${column})`
  const row =
    operator === '~'
      ? contains(stored, value)
      : sql`${stored} ${sql.raw(operator === '!=' ? '<>' : '=')} ${lowerAscii(value)}`
  // Each order of the list has the names.
  const many = () => byColumn(scope, text, row, isName ? 'cover' : 'row')
  if (operator === '!=' || [...value].length < indexedCharactersMin) return many()
  const found = db
    .select({ id: devices.id })
    .from(devices)
    .where(and(amongFound(devices.id, deviceSearch.keysOf(value)), inList(db, siteId, isArchived), row))
  const [words] = await db.select({ n: count() }).from(deviceSearch.matches(value, wordsMax + 1))
  const size = words?.n ?? 0
  return size > wordsMax ? many() : { size, ids: found.getSQL(), row, conditions: 1, text }
}

/** Matches of the search index up to which they are read one by one. */
const wordsMax = 5_000

/** Devices that are stale, or that the last scan could not read. */
async function matchState(
  scope: Scope,
  name: 'stale' | 'unreadable',
  condition: Condition,
  text: string,
): Promise<Match> {
  const { db, siteId } = scope
  const { devices } = db.tables(deviceTables)
  const isMet = 'exists' in condition ? condition.exists : condition.value === (condition.operator === '=')
  if ('exists' in condition) return byColumn(scope, text, isMet ? sql`1 = 1` : sql`1 = 0`, 'cover')
  if (name === 'unreadable') {
    const problem = hasAuditProblem(db, devices.id)
    return byColumn(scope, text, isMet ? problem : sql`not ${problem}`, isMet ? 'index' : 'cover')
  }
  const watermark = await staleBefore(db, siteId)
  if (watermark === undefined) return byColumn(scope, text, isMet ? sql`1 = 0` : sql`1 = 1`, 'cover')
  return byColumn(scope, text, isMet ? lt(devices.lastSeen, watermark) : gte(devices.lastSeen, watermark), 'index')
}

/** Devices whose main address is equal, in a block, or contains a text. */
export async function matchMainAddress(scope: Scope, condition: Condition): Promise<Match> {
  const { devices } = scope.db.tables(deviceTables)
  const text = conditionText(condition)
  if ('exists' in condition) return byColumn(scope, text, isNotNull(devices.ipKey), 'row')
  const { operator, value } = condition
  if (operator === '~') return matchText(scope, devices.ipAddress, '~', textOf(value as Value), text)
  const [first, last] = keysOfBlock(String(value))
  const within = between(devices.ipKey, first, last)
  return operator === '!='
    ? byColumn(scope, text, sql`not ${within}`, 'row')
    : byColumn(scope, text, operator === '=' ? eq(devices.ipKey, first) : within, 'index')
}

import type { Condition } from '@rollcall/shared/query/query.ts'
import { conditionText } from '@rollcall/shared/query/query-text.ts'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { devicesWithUnresolved } from '../../findings/states/unresolved-findings.ts'
import { segmentIdsNamed } from '../../scanning/segments/find-segments.ts'
import {
  type ComplianceState,
  devicesWithFinding,
  devicesWithState,
} from '../../software/compliance/devices-with-finding.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { among, contains, findsAny } from '../../store/sql.ts'
import { byColumn, type Scope } from './column-matches.ts'
import { compared } from './fact-condition.ts'
import { countSome, type Match, not, sizeOf } from './match.ts'

/** Fields of records that archived devices do not have. */
export const fieldsOfListed: readonly string[] = ['tag', 'compliance', 'forbidden', 'missing', 'finding']

/** Devices by records beside their own: tags, segments, compliance and findings; undefined if the field is none of these. */
export function matchRelated(scope: Scope, condition: Condition): Promise<Match> | undefined {
  const { field } = condition
  const { db, siteId } = scope
  if (field === 'tag') return matchTag(scope, condition)
  if (field === 'segment') return matchSegment(scope, condition)
  if (field === 'compliance') return matchCompliance(scope, condition)
  if (field === 'forbidden' || field === 'missing')
    return matchNamed(scope, condition, (where) => devicesWithFinding(db, siteId, field, where))
  if (field === 'finding') return matchNamed(scope, condition, (where) => devicesWithUnresolved(db, siteId, where))
  return undefined
}

async function matchTag({ db, siteId }: Scope, condition: Condition): Promise<Match> {
  const { devices, deviceTags, tags } = db.tables(deviceTables)
  const text = conditionText(condition)
  const test =
    'exists' in condition
      ? isNotNull(tags.nameKey)
      : compared(tags.nameKey, condition.operator, textOf(condition.value))
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.siteId, siteId), test))
  const tagged = among(
    deviceTags.tagId,
    rows.map(({ id }) => id),
  )
  const ids = db.select({ id: deviceTags.deviceId }).from(deviceTags).where(tagged)
  return {
    size: sizeOf(await countSome(db, ids.getSQL())),
    ids: ids.getSQL(),
    row: findsAny(
      db
        .select({ one: sql`1` })
        .from(deviceTags)
        .where(and(eq(deviceTags.deviceId, devices.id), tagged))
        .getSQL(),
    ),
    ...(rows.length === 1 && { count: () => db.$count(deviceTags, tagged) }),
    conditions: 1,
    text,
  }
}

const textOf = (value: unknown) => String(value).trim().toLowerCase()

async function matchSegment(scope: Scope, condition: Condition): Promise<Match> {
  const { db, siteId } = scope
  const { devices } = db.tables(deviceTables)
  const segmentIds = await segmentIdsNamed(db, siteId, (name, id) => {
    if ('exists' in condition) return undefined
    const value = textOf(condition.value)
    if (condition.operator === '~') return contains(name, value)
    const is = sql`(${name} = ${value} or ${id} = ${value})`
    return condition.operator === '=' ? is : sql`not ${is}`
  })
  return byColumn(scope, conditionText(condition), inArray(devices.lastSegmentId, segmentIds), 'index')
}

async function matchCompliance(scope: Scope, condition: Condition): Promise<Match> {
  const { db, siteId } = scope
  const { devices } = db.tables(deviceTables)
  const text = conditionText(condition)
  const selected = 'exists' in condition ? 'compliant' : (condition.value as ComplianceState | 'compliant')
  const isNegated = 'operator' in condition && condition.operator === '!='
  const isComputer = eq(devices.type, 'computer')
  const violating = await devicesWithState(db, siteId, selected === 'compliant' ? undefined : selected)
  const size = sizeOf(await countSome(db, violating))
  const found: Match = { size, ids: violating, row: inArray(devices.id, sql`(${violating})`), conditions: 1, text }
  if ('exists' in condition) return byColumn(scope, text, isComputer, 'row')
  const isOther = selected === 'compliant' ? not(found, async () => 0).row : sql`not ${found.row}`
  const isFound = isNegated === (selected === 'compliant')
  return isFound ? found : byColumn(scope, text, sql`(${isComputer} and ${isOther})`, 'row')
}

/** Devices that another record names: a product that they lack or have, or the rule of a finding. */
async function matchNamed(
  { db }: Scope,
  condition: Condition,
  devicesNamed: (where: (name: SQLiteColumn) => SQL) => Promise<SQL>,
): Promise<Match> {
  const { devices } = db.tables(deviceTables)
  const ids = await devicesNamed((name) =>
    'exists' in condition ? isNotNull(name) : compared(name, condition.operator, textOf(condition.value)),
  )
  const size = sizeOf(await countSome(db, ids))
  return { size, ids, row: inArray(devices.id, sql`(${ids})`), conditions: 1, text: conditionText(condition) }
}

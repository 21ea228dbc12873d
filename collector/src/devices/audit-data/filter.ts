import type { FilterCondition } from '@rollcall/shared/api/audit-data.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { timestampSchema } from '@rollcall/shared/inventory/primitives.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { storableText } from '../../store/kit/values.ts'
import { contains, equalsIgnoringCase, lowerAscii, rowByRow, startsWith } from '../../store/sql.ts'
import { ipKeyOf } from '../list/search-text.ts'
import { type AuditedColumn, shownOnly } from './columns.ts'
import { auditIdOf } from './legacy-audit-id.ts'

/** The column of this name. Fails with a 400 about `path` that lists the columns. */
export function requireColumn(columns: ReadonlyMap<string, AuditedColumn>, name: string, path: string): AuditedColumn {
  const column = columns.get(name)
  if (column) return column
  if ((shownOnly as readonly string[]).includes(name)) {
    throw invalidField(path, 'has several values and cannot be used in a filter or an order')
  }
  throw invalidField(path, `is not a column; use one of ${[...columns.keys()].join(', ')}`)
}

const comparisons = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/** A condition of `filter`. Errors name `path`, its JSON pointer. Text is compared without regard to case. */
export function conditionOf(
  columns: ReadonlyMap<string, AuditedColumn>,
  { column: name, operator, value }: FilterCondition,
  path: string,
): SQL {
  const column = requireColumn(columns, name, `${path}/column`)
  if (operator === 'isNull') return isNull(column, value, path)
  if (value === null || value === undefined || value === '') {
    throw invalidField(`${path}/value`, 'is required; use the operator isNull for empty values')
  }
  if (operator === 'contains' || operator === 'startsWith') {
    if (!['text', 'folded', 'ip'].includes(column.type)) {
      throw invalidField(`${path}/operator`, `is for text, and ${name} is not a text column`)
    }
    const [searched, text] = caseless(column, value)
    // No index finds a part of a text. PostgreSQL would read and sort all devices, as it expects few matches.
    return rowByRow(operator === 'contains' ? contains(searched, text) : startsWith(searched, text))
  }
  return compare(column, operator, value, path)
}

/** Text to compare without regard to case: for names, the lower-case form that an index has. */
const caseless = (column: AuditedColumn, value: string | number | boolean): [AuditedColumn['value'], string] =>
  column.type === 'folded' ? [column.key, String(value).toLowerCase()] : [column.value, String(value)]

/** Condition that a value is absent, or present if the value is false. */
function isNull(column: AuditedColumn, value: FilterCondition['value'], path: string): SQL {
  const wanted = value ?? true
  if (!['true', 'false', ''].includes(String(wanted))) throw invalidField(`${path}/value`, 'must be true or false')
  return String(wanted) === 'false' ? sql`${column.value} is not null` : sql`${column.value} is null`
}

function compare(
  column: AuditedColumn,
  operator: keyof typeof comparisons,
  value: string | number | boolean,
  path: string,
): SQL {
  const isText = column.type === 'text' || column.type === 'folded'
  if (isText && (operator === 'eq' || operator === 'ne')) {
    const equal = equalsIgnoringCase(...caseless(column, value))
    return operator === 'eq' ? equal : sql`(${column.value} is null or not ${equal})`
  }
  if (column.type === 'boolean' && operator !== 'eq' && operator !== 'ne') {
    throw invalidField(`${path}/operator`, 'cannot be used with true and false')
  }
  const left = comparedBy(column)
  const right = operand(column, value, `${path}/value`)
  const compared = sql`${left} ${sql.raw(comparisons[operator])} ${right}`
  // A missing value is unequal too.
  return operator === 'ne' ? sql`(${left} is null or ${compared})` : compared
}

function comparedBy(column: AuditedColumn): AnyColumn | SQL {
  if ('key' in column) return column.key
  return column.type === 'text' ? sql`lower(${column.value})` : column.value
}

/** Converts the value to the type of the column. */
function operand(column: AuditedColumn, value: string | number | boolean, path: string): SQL {
  const text = String(value)
  switch (column.type) {
    case 'integer':
      if (!/^-?\d{1,15}$/.test(text)) throw invalidField(path, 'must be a whole number')
      // PostgreSQL would treat it as 32 bits, like the column, and refuse a greater number.
      return sql`cast(${Number(text)} as bigint)`
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw invalidField(path, 'must be true or false')
      return sql.raw(text)
    case 'time': {
      const time = timestampSchema.safeParse(text)
      if (!time.success) throw invalidField(path, 'must be a date-time such as 2026-11-20T08:15:30Z')
      return sql`${Date.parse(time.data)}`
    }
    case 'ip':
      if (normaliseIp(text) === undefined) throw invalidField(path, 'must be an IPv4 or IPv6 address')
      return sql`${ipKeyOf(text)}`
    case 'auditNumber': {
      const auditId = auditIdOf(text)
      if (auditId === undefined) throw invalidField(path, 'must be a decimal number')
      return sql`${auditId}`
    }
    case 'folded':
      return sql`${storableText(text.toLowerCase())}`
    case 'text':
      return sql`${lowerAscii(text)}`
  }
}

import type { CustomAdapter } from 'better-auth/adapters'
import { and, eq, getTableColumns, gt, gte, inArray, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { userTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'
import { hashToken } from '../sign-in/session-token.ts'

export type Condition = Parameters<CustomAdapter['findOne']>[0]['where'][number]

/** Returns the table of a model. Every one has an `id`. */
export function tableOf(
  db: Pick<Db, 'tables'>,
  model: string,
): SQLiteTable & { id: AnySQLiteColumn<{ data: string }> } {
  const tables = db.tables(userTables)
  const byModel = new Map<string, SQLiteTable & { id: AnySQLiteColumn<{ data: string }> }>([
    ['user', tables.users],
    ['account', tables.userAccounts],
    ['session', tables.userSessions],
    ['verification', tables.userVerifications],
    ['twoFactor', tables.userTwoFactors],
  ])
  const table = byModel.get(model)
  if (!table) throw new Error(`better-auth has no table ${model} here`)
  return table
}

/**
 * Builds the condition as better-auth's own adapters do: all of the conditions, and at least one of those connected by
 * OR.
 */
export function conditions(table: SQLiteTable, model: string, where: readonly Condition[]): SQL | undefined {
  const columns = getTableColumns(table)
  const all = where.filter(({ connector }) => connector === 'AND').map((each) => condition(columns, model, each))
  const any = where.filter(({ connector }) => connector === 'OR').map((each) => condition(columns, model, each))
  const enabled = model === 'user' && columns['enabled'] ? eq(columns['enabled'], true) : undefined
  return and(enabled, ...all, any.length > 0 ? or(...any) : undefined)
}

function condition(
  columns: Record<string, AnySQLiteColumn>,
  model: string,
  { field, operator, value }: Condition,
): SQL {
  const column = columns[field]
  if (!column) throw new Error(`${model} has no column for ${field}`)
  if (value === null) {
    if (operator !== 'eq') throw new Error(`better-auth uses ${field} ${operator} null, which is not supported`)
    return isNull(column)
  }
  if (Array.isArray(value)) {
    if (operator !== 'in') throw new Error(`better-auth uses ${field} ${operator} a list, which is not supported`)
    return inArray(column, value)
  }
  const compare = operator && comparisons[operator]
  if (!compare) throw new Error(`better-auth uses ${field} ${operator}, which is not supported`)
  return compare(column, model === 'session' && field === 'token' ? hashToken(String(value)) : value)
}

const comparisons: Partial<
  Record<NonNullable<Condition['operator']>, (column: AnySQLiteColumn, value: unknown) => SQL>
> = {
  eq,
  ne,
  lt,
  lte,
  gt,
  gte,
}

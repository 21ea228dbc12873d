import { getTableName, type Table } from 'drizzle-orm'
import {
  type Change,
  columnOf,
  columnsOf,
  conflictClause,
  driverValue,
  type Lookup,
  type PairLookup,
  type Pairs,
  pairsIn,
  type RowStatements,
  type Statement,
  selectOf,
  TableCache,
  type TableColumn,
  type TableRow,
  type Upsert,
} from '../row-statements.ts'
import { elementOf, jsonList } from '../sql.ts'

type Rows = readonly TableRow[]
type Values = readonly (string | number)[]

/**
 * Numbers of rows that one statement inserts. Triggers, and above all the text index, cost more per statement than per
 * row, and more rows than these gain nothing. There are few sizes, so that each is prepared once.
 */
const sizes = [64, 8, 1]

export function createSqliteRowStatements(): RowStatements {
  const inserts = new TableCache<(rows: Rows) => Generator<Statement>>()
  const updates = new TableCache<(rows: Rows) => Generator<Statement>>()
  const removals = new TableCache<(rows: Rows) => Generator<Statement>>()
  return {
    find,
    findPairs,
    insert: (table, rows, upsert) => inserts.of(table, useOf(upsert), () => insertOf(table, upsert))(rows),
    update: (table, rows, change) =>
      updates.of(table, `${change.key} ${change.set}`, () => updateOf(table, change))(rows),
    remove: (table, rows, key) => removals.of(table, `${key}`, () => removalOf(table, key))(rows),
  }
}

const placeholder = () => '?'

function find(table: Table, values: Values, lookup: Lookup): Statement {
  const { name, column } = columnOf(table, lookup.key)
  return selectOf(table, lookup, placeholder, (parameter) => {
    const list = parameter(jsonList(column, values))
    return `${name} in (select ${elementOf(column)} from json_each(${list}))`
  })
}

function findPairs(table: Table, pairs: Pairs, lookup: PairLookup): Statement {
  const { row, values } = pairsIn(table, lookup.keys, pairs)
  return selectOf(table, lookup, placeholder, (parameter) => {
    const list = parameter(JSON.stringify(values))
    return `${row} in (select value ->> 0, value ->> 1 from json_each(${list}))`
  })
}

const useOf = (upsert: Upsert | undefined) => (upsert ? [upsert.target, upsert.set, upsert.add].join(' ') : '')

function insertOf(table: Table, upsert: Upsert | undefined) {
  const columns = columnsOf(table)
  const head = `insert into "${getTableName(table)}" (${columns.map(({ name }) => name)}) values `
  const row = `(${columns.map(() => '?')})`
  const conflict = upsert ? conflictClause(table, upsert) : ''
  const sqls = sizes.map((size) => ({ size, sql: head + Array(size).fill(row) + conflict }))
  return function* (rows: Rows): Generator<Statement> {
    let done = 0
    for (const { size, sql } of sqls) {
      for (; rows.length - done >= size; done += size) {
        yield { sql, params: paramsOf(columns, rows, done, done + size) }
      }
    }
  }
}

/** Tables updated in this way have no triggers, so row by row costs no more. */
function updateOf(table: Table, { key, set }: Change) {
  const [changed, keys] = [columnsOf(table, set), columnsOf(table, [key].flat())]
  const changes = changed.map(({ name }) => `${name} = ?`)
  return rowByRow([...changed, ...keys], `update "${getTableName(table)}" set ${changes} where ${areGiven(keys)}`)
}

function removalOf(table: Table, key: readonly string[]) {
  const columns = columnsOf(table, key)
  return rowByRow(columns, `delete from "${getTableName(table)}" where ${areGiven(columns)}`)
}

const areGiven = (columns: readonly TableColumn[]) => columns.map(({ name }) => `${name} = ?`).join(' and ')

const rowByRow = (columns: readonly TableColumn[], sql: string) =>
  function* (rows: Rows): Generator<Statement> {
    for (const row of rows) yield { sql, params: paramsOf(columns, [row], 0, 1) }
  }

function paramsOf(columns: readonly TableColumn[], rows: Rows, from: number, to: number): unknown[] {
  const params: unknown[] = []
  let before: TableRow | undefined
  for (const row of rows.slice(from, to)) {
    for (const column of columns) {
      // Rows written together share many values, such as their time: a value is converted once.
      const isSame = before !== undefined && before[column.key] === row[column.key]
      params.push(isSame ? params[params.length - columns.length] : driverValue(column, row))
    }
    before = row
  }
  return params
}

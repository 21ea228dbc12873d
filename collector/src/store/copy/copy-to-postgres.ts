import { counted } from '@rollcall/shared/counted.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { getTableName, is, Table } from 'drizzle-orm'
import { createKit, type Engine } from '../kit.ts'
import { allTables } from '../schema/all.ts'
import { openPostgresTarget, type PostgresTarget } from './postgres-target.ts'
import { createDigest, type TableDigest } from './row-digest.ts'
import { openSqliteSource, type SqliteSource } from './sqlite-source.ts'

export type CopiedTable = { table: string; rows: number }

type CopyOptions = {
  /** The SQLite database. A collector may be using it. */
  file: string
  /** URL of the PostgreSQL database. */
  url: string
  /** Set if nothing can change the source any more. Only then a collector can start on the copy. */
  isFinal: boolean
  onTable(copied: CopiedTable, number: number, of: number): void
}

/**
 * Copies an SQLite database, as it is at one moment, into an empty PostgreSQL database, and compares number and content
 * of the rows of each table. After a break it is begun again.
 */
export async function copyToPostgres({ file, url, isFinal, onTable }: CopyOptions): Promise<CopiedTable[]> {
  const tables = tablesOf('postgres')
  const source = await openSqliteSource(file)
  let target: PostgresTarget | undefined
  try {
    target = await openPostgresTarget(url, [...tables.values()])
    const copied: CopiedTable[] = []
    const from = tablesOf('sqlite')
    for (const [name, table] of from) {
      const there = tables.get(name)
      if (!there) throw new Error(`${name} is no table of PostgreSQL`)
      const expected = await copyTable(source, table, target, there)
      await compare(target, there, expected)
      copied.push({ table: name, rows: expected.rows })
      onTable({ table: name, rows: expected.rows }, copied.length, from.size)
    }
    await target.finish()
    if (isFinal) await target.complete()
    return copied
  } finally {
    source.close()
    await target?.close()
  }
}

async function copyTable(source: SqliteSource, from: Table, target: PostgresTarget, to: Table): Promise<TableDigest> {
  const digest = createDigest(from)
  for (const rows of source.batches(from)) {
    for (const row of rows) digest.add(row)
    await target.insert(to, rows)
  }
  await target.continueAfter(to, source.lastNumber(from))
  return digest.end()
}

async function compare(target: PostgresTarget, table: Table, expected: TableDigest): Promise<void> {
  const digest = createDigest(table)
  for await (const rows of target.batches(table)) for (const row of rows) digest.add(row)
  const found = digest.end()
  if (found.rows === expected.rows && found.digest === expected.digest) return
  throw new OperatorError(
    `table ${getTableName(table)} differs in the copy (${counted(found.rows, 'row')} instead of ${expected.rows}, or other content): the copy is not used. Report this with the version of PostgreSQL`,
  )
}

function tablesOf(engine: Engine): Map<string, Table> {
  const kit = createKit(engine)
  const tables = allTables.flatMap((factory) => Object.values(kit.tables(factory))).filter((each) => is(each, Table))
  return new Map(tables.map((table) => [getTableName(table), table]))
}

import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { getTableName, is, Table } from 'drizzle-orm'
import { createKit, type Engine, type TableFactory } from './kit.ts'

/*
 * For development and tests only: drizzle-kit is not installed with a release.
 */

export type Factories = readonly TableFactory<Record<string, unknown>>[]

type Snapshots = { sqlite: SqliteSnapshot; postgres: PostgresSnapshot }
type SqliteSnapshot = Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>
type PostgresSnapshot = ReturnType<typeof generateDrizzleJson>

/** drizzle-kit's description of a schema, which the next migration is made from. */
export type SchemaSnapshot = Snapshots[Engine]

/** The snapshot of all tables, and the SQL that leads there from `before` (from an empty database when undefined). */
export async function generateMigrationSql(
  engine: Engine,
  factories: Factories,
  before: SchemaSnapshot | undefined,
): Promise<{ snapshot: SchemaSnapshot; sql: string }> {
  const tables = allTablesOf(engine, factories)
  if (engine === 'sqlite') {
    const from = (before as SqliteSnapshot | undefined) ?? (await generateSQLiteDrizzleJson({}))
    const snapshot = await generateSQLiteDrizzleJson(tables, from.id)
    return { snapshot, sql: joinStatements(await generateSQLiteMigration(from, snapshot)) }
  }
  const from = (before as PostgresSnapshot | undefined) ?? generateDrizzleJson({})
  const snapshot = generateDrizzleJson(tables, from.id)
  // Without the schema's name the tables are where the search path of the connection leads.
  const statements = (await generateMigration(from, snapshot)).map((text) => text.replaceAll('"public".', ''))
  return { snapshot, sql: joinStatements(statements) }
}

function joinStatements(statements: readonly string[]): string {
  return statements.map((text) => `${text.trim()}\n`).join('\n')
}

function allTablesOf(engine: Engine, factories: Factories): Record<string, Table> {
  const kit = createKit(engine)
  const tables: Record<string, Table> = {}
  for (const table of factories.flatMap((factory) => Object.values(kit.tables(factory)))) {
    if (!is(table, Table)) continue
    const name = getTableName(table)
    if (tables[name]) throw new Error(`two tables are called ${name}`)
    tables[name] = table
  }
  return tables
}

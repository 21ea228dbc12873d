import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { getTableName, is, Table } from 'drizzle-orm'
import { type Derived, isDerived } from './derived.ts'
import { createKit, type Engine, type TableFactory } from './kit.ts'

/*
 * For development and tests only: drizzle-kit is not installed with a release.
 */

export type Factories = readonly TableFactory<Record<string, unknown>>[]

type Snapshots = { sqlite: SqliteSnapshot; postgres: PostgresSnapshot }
type SqliteSnapshot = Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>
type PostgresSnapshot = ReturnType<typeof generateDrizzleJson>

/** Description of a schema, the base of the next migration: drizzle-kit's, and the parts that it does not support. */
type SchemaSnapshot = Snapshots[Engine] & { derived: Record<string, string> }

/**
 * Creates the snapshot of all tables, and the SQL that leads there from `before` (from an empty database if undefined).
 */
export async function generateMigrationSql(
  engine: Engine,
  factories: Factories,
  before: SchemaSnapshot | undefined,
): Promise<{ snapshot: SchemaSnapshot; sql: string }> {
  const tables = allTablesOf(engine, factories)
  const { derived: earlier = {}, ...from } = before ?? {}
  const { snapshot, statements } = await diffTables(engine, tables, before && (from as Snapshots[Engine]))
  const all = derivedOf(engine, factories)
  const changed = all.filter(({ name, table, ddl }) => (earlier[name] ?? '') !== ddl || isRebuilt(table, statements))
  return {
    snapshot: { ...snapshot, derived: Object.fromEntries(all.map(({ name, ddl }) => [name, ddl])) },
    sql: joinStatements([...statements, ...changed.map(({ ddl }) => ddl)]),
  }
}

async function diffTables(
  engine: Engine,
  tables: Record<string, Table>,
  before: Snapshots[Engine] | undefined,
): Promise<{ snapshot: Snapshots[Engine]; statements: string[] }> {
  if (engine === 'sqlite') {
    const from = (before as SqliteSnapshot | undefined) ?? (await generateSQLiteDrizzleJson({}))
    const snapshot = await generateSQLiteDrizzleJson(tables, from.id)
    return { snapshot, statements: await generateSQLiteMigration(from, snapshot) }
  }
  const from = (before as PostgresSnapshot | undefined) ?? generateDrizzleJson({})
  const snapshot = generateDrizzleJson(tables, from.id)
  // Without the schema's name the tables follow the search path of the connection.
  const statements = (await generateMigration(from, snapshot)).map((text) => text.replaceAll('"public".', ''))
  return { snapshot, statements }
}

/**
 * Detects a rebuilt table: SQLite changes a column by a rebuild, which drops triggers and indexes that are not
 * drizzle-kit's.
 */
const isRebuilt = (table: string, statements: readonly string[]): boolean =>
  statements.some((text) => text.includes(`DROP TABLE \`${table}\``))

function joinStatements(statements: readonly string[]): string {
  return statements.map((text) => `${text.trim()}\n`).join('\n')
}

function derivedOf(engine: Engine, factories: Factories): Derived[] {
  const kit = createKit(engine)
  return factories.flatMap((factory) => Object.values(kit.tables(factory)).filter(isDerived))
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

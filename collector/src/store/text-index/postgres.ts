import { getTableName, sql } from 'drizzle-orm'
import { escapeLike } from '../sql.ts'
import type { CreateTextIndex } from './text-index.ts'

/**
 * Creates a GIN index of trigrams (postgresql.org/docs/current/pgtrgm.html). pg_trgm is a trusted extension: the owner
 * of a database may add it. Without it the same queries read every row.
 */
export const postgresTextIndex: CreateTextIndex = (name, { key, text }) => {
  const contains = (part: string) => sql<boolean>`${text} like ${sql.param(`%${escapeLike(part)}%`, text)} escape '!'`
  return {
    name,
    table: getTableName(key.table),
    ddl: ddl(name, getTableName(key.table), text.name),
    isThere: sql<boolean>`to_regclass(${`"${name}"`}) is not null`,
    contains,
    keysOf: (part) => sql`select ${key} from ${key.table} where ${contains(part)}`,
    found: (part, max) =>
      sql`(select ${key} as row_key from ${key.table} where ${contains(part)} limit ${max}) as found`,
    foundKey: sql<string>`row_key`,
    matches: (part, max) => sql`(select 1 from ${key.table} where ${contains(part)} limit ${max}) as matches`,
  }
}

/**
 * Creates the index. The extension may be in a schema outside the search path, so its operator class is named with the
 * schema.
 */
function ddl(name: string, table: string, column: string): string {
  return `DROP INDEX IF EXISTS "${name}";
DO $do$
DECLARE extension_schema name;
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	SELECT nspname INTO extension_schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm';
	EXECUTE format('CREATE INDEX "${name}" ON "${table}" USING gin ("${column}" %I.gin_trgm_ops)', extension_schema);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE WARNING 'pg_trgm is not available: %', SQLERRM;
END
$do$;`
}

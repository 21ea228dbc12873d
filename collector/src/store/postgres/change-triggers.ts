import { statementList } from '../derived.ts'

/**
 * Counters that triggers maintain have a row for each of these parts: transactions at the same time update different
 * rows. Under SERIALIZABLE, one row would make all writers conflict. A connection uses one part. Two that share a part
 * conflict sometimes, and are tried again.
 */
const parts = 128

/** The part of the connection that runs a statement. */
export const ownPart = `pg_backend_pid() % ${parts}`

/** Statements that run after a change of a table. The rows are in `new_rows`, `old_rows` or both. */
type Changes = { insert: readonly string[]; update: readonly string[]; delete: readonly string[] }

/**
 * Statements that create triggers, each of which runs once for a statement that changes rows of the table, however many.
 * They lock the table against changes until the end of the transaction.
 */
export function changeTriggers(name: string, table: string, changes: Changes): string[] {
  const rows = { insert: ['NEW'], update: ['OLD', 'NEW'], delete: ['OLD'] }
  const events = ['insert', 'update', 'delete'] as const
  return events.flatMap((event) => {
    const trigger = `"${name}_${event}"`
    const references = rows[event].map((version) => `${version} TABLE AS ${version.toLowerCase()}_rows`).join(' ')
    return [
      `DROP TRIGGER IF EXISTS ${trigger} ON "${table}"`,
      `CREATE OR REPLACE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN ${[...changes[event], 'RETURN NULL'].map((each) => `${each};`).join(' ')} END $body$`,
      `CREATE TRIGGER ${trigger} AFTER ${event.toUpperCase()} ON "${table}" REFERENCING ${references} FOR EACH STATEMENT EXECUTE FUNCTION ${trigger}()`,
    ]
  })
}

/**
 * SQL that creates a structure with such triggers, or `otherwise` in a database that has none, such as YugabyteDB
 * (github.com/yugabyte/yugabyte-db/issues/1668).
 */
export function withTriggers(statements: readonly string[], otherwise: string): string {
  return `DO $do$
BEGIN
${statementList(statements)}
EXCEPTION WHEN feature_not_supported THEN
${otherwise};
END
$do$;`
}

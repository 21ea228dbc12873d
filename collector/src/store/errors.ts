import { DrizzleQueryError } from 'drizzle-orm'

/** The database driver's own error: Drizzle's wrapper has every parameter in its message, which must not reach a log. */
export function driverError(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause ? error.cause : error
}

/** SQLite's code such as `SQLITE_CONSTRAINT_UNIQUE`, PostgreSQL's SQLSTATE such as `23505`, Node's such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const inner = driverError(error)
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined
}

const uniqueViolations = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/**
 * True when what `write` threw is a value that a unique index or primary key has already. Ask outside of `write`: the
 * transaction has ended with it.
 */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueViolations.has(errorCode(error) ?? '')
}

const missingReferences = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'])

/** For a reference that is looked up before it is written: what it names is not there. */
export class MissingReference extends Error {}

/** True when what `write` threw is a reference to a row that is not there, such as one deleted a moment ago. */
export function isMissingReference(error: unknown): boolean {
  return error instanceof MissingReference || missingReferences.has(errorCode(error) ?? '')
}

import { DrizzleQueryError } from 'drizzle-orm'

/**
 * Extracts the database driver's own error: the message of Drizzle's wrapper contains every parameter, which must not
 * reach a log.
 */
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
 * Detects a value that a unique index or primary key has already, in an error of `write`. Ask outside of `write`: the
 * transaction has ended with it.
 */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueViolations.has(errorCode(error) ?? '')
}

const missingReferences = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'])

/** Reports a missing row for a reference that is checked before it is written. */
export class MissingReference extends Error {}

/** Detects, in an error of `write`, a reference to a missing row, such as one deleted a moment ago. */
export function isMissingReference(error: unknown): boolean {
  return error instanceof MissingReference || missingReferences.has(errorCode(error) ?? '')
}

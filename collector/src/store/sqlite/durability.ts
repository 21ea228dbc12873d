import type { Database } from 'better-sqlite3'

/**
 * Value of `PRAGMA synchronous` at which, in WAL mode, a commit is on disk when it returns (sqlite.org/pragma.html).
 */
const synchronousFull = 2

/** Size to which the log file is cut after a checkpoint. */
const journalBytesMax = 64 * 1024 * 1024

/** Sets write-ahead logging with a sync at every commit. The checkpointer moves the log to the database. */
export function makeDurable(database: Database): void {
  const mode = database.pragma('journal_mode = WAL', { simple: true })
  if (mode !== 'wal') throw new Error(`SQLite refuses write-ahead logging here (journal mode ${String(mode)})`)
  database.pragma(`journal_size_limit = ${journalBytesMax}`)
  database.pragma('wal_autocheckpoint = 0')
  database.pragma('synchronous = FULL')
  assertDurable(database)
}

/**
 * Runs a transaction whose commit is written but not synced: it survives the process, but not a failure of the machine.
 */
export async function withoutSync<R>(database: Database, transaction: () => Promise<R>): Promise<R> {
  // The `pragma` function takes ten times as long as the statement.
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    return await transaction()
  } finally {
    database.exec('PRAGMA synchronous = FULL')
  }
}

/** Commits a transaction that changes nothing. */
export function writeNothing(database: Database): void {
  const version = database.pragma('user_version', { simple: true })
  database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${Number(version)}; COMMIT`)
}

/**
 * Checks the durability setting after a write: this build of SQLite may fall back to NORMAL at the first write in WAL
 * mode.
 */
export function assertDurable(database: Database): void {
  writeNothing(database)
  const synchronous = database.pragma('synchronous', { simple: true })
  if (synchronous !== synchronousFull) {
    throw new Error(`SQLite is at synchronous = ${String(synchronous)}, not ${synchronousFull} (FULL)`)
  }
}

import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Engine, TableFactory } from './kit.ts'
import type { Migration, MigrationListener } from './migrations.ts'
import type { Revision } from './revision/revision.ts'
import type { Lookup, PairLookup, Pairs, Upsert } from './row-statements.ts'
import type { Outage } from './unavailable.ts'

/** Writes that run one after the other. */
export type WriteTurn = 'ingest'

type ColumnsOf<T extends SQLiteTable> = keyof T['$inferSelect'] & string

type Drizzle = SqliteRemoteDatabase<Record<string, never>>

/**
 * Drizzle's queries in one read transaction. Await the builders themselves: methods that only SQLite's builders have
 * (`.get()`, `.all()`, `.values()`, `.run()`) do not exist on PostgreSQL, and a statement without `.returning()` gives
 * nothing.
 */
export type Db = Pick<Drizzle, 'select' | 'selectDistinct' | 'with' | '$with' | '$count'> & {
  tables<T>(factory: TableFactory<T>): T
  /**
   * Rows that have one of these values in a column, however many values, in no order: faster than `select` with
   * `among`.
   */
  rowsAmong<T extends SQLiteTable, C extends ColumnsOf<T>>(
    table: T,
    values: readonly (string | number)[],
    lookup: Lookup<ColumnsOf<T>, C>,
  ): Promise<Pick<T['$inferSelect'], C>[]>
  /** Rows that have one of these pairs in two columns of texts. */
  rowsAmongPairs<T extends SQLiteTable, C extends ColumnsOf<T>>(
    table: T,
    pairs: Pairs,
    lookup: PairLookup<ColumnsOf<T>, C>,
  ): Promise<Pick<T['$inferSelect'], C>[]>
  /**
   * Result of `count`, or of an earlier read with the same revisions and key. Right only for a count that depends on
   * nothing but the key and the rows of the revisions. Counted each time in a write.
   */
  cachedCount(revisions: readonly Revision[], key: string, count: () => Promise<number>): Promise<number>
  /** Value of a revision in this transaction; undefined on PostgreSQL, where other collectors write too. */
  revisionOf(revision: Revision): Promise<number | undefined>
}

/** Drizzle's queries in one write transaction. A failed statement ends it, on both engines. */
export type Tx = Db &
  Pick<Drizzle, 'insert' | 'update' | 'delete'> & {
    /**
     * Yields the event loop if the transaction has used it for long. Call it between statements with much computation;
     * the functions for many rows do so by themselves. Readers see nothing of a transaction before its commit, and
     * writers wait.
     */
    pause(): Promise<void>
    /** Inserts any number of rows that conflict with none: faster than `insert` for more than a few. */
    insertRows<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): Promise<void>
    /** Inserts or updates rows. No two may have the same key. */
    upsertRows<T extends SQLiteTable>(
      table: T,
      rows: readonly T['$inferInsert'][],
      upsert: Upsert<ColumnsOf<T>>,
    ): Promise<void>
    /** Updates the columns `set` of existing rows, each found by its `key`. Rows that do not exist are ignored. */
    updateRows<T extends SQLiteTable, K extends ColumnsOf<T>, S extends ColumnsOf<T>>(
      table: T,
      rows: readonly Pick<T['$inferSelect'], K | S>[],
      change: { key: K | readonly K[]; set: readonly S[] },
    ): Promise<void>
    /** Deletes the rows that have these values in the columns of `key`. */
    deleteRows<T extends SQLiteTable, K extends ColumnsOf<T>>(
      table: T,
      rows: readonly Pick<T['$inferSelect'], K>[],
      key: readonly K[],
    ): Promise<void>
  }

/**
 * The collector's database. All work of one verb is in one `read` or `write`. Neither is nested, and a `db` or `tx` is
 * unusable after its function's promise has settled.
 *
 * Inside them await only their own statements: no file, network, timer or thread pool. SQLite refuses that at once in a
 * write (all others would wait), PostgreSQL after 10 s.
 *
 * All of them reject with a StoreUnavailableError while the disk is full or the server is away.
 */
export interface Store {
  readonly engine: Engine
  tables<T>(factory: TableFactory<T>): T
  /** Runs a read. Everything that `fn` reads is of one moment. */
  read<R>(fn: (db: Db) => PromiseLike<R>): Promise<R>
  /**
   * Commits when `fn` resolves and rolls back when it rejects. Resolved means on disk; others can read it a moment
   * before that (SQLite). Writes are serializable: on PostgreSQL `fn` runs again after a conflict with another
   * transaction, so it must change nothing but the database. `committed` is called when others can read the result: the
   * next writer need not wait until it is on disk.
   *
   * Transactions with the same `turn` run one after the other, in all collectors of the database: for those that would
   * nearly always conflict, waiting costs less than running again. On SQLite all writes do.
   */
  write<R>(fn: (tx: Tx) => PromiseLike<R>, committed?: () => void, turn?: WriteTurn): Promise<R>
  /**
   * Writes counters that every call waits for. Resolved means that the change survives this process (also SIGKILL), not
   * that the disk has it: a failure of the machine can lose about the last second. On PostgreSQL it is not serializable:
   * collectors that count the same row wait for one another instead of starting again, so only `x = x + n` in one
   * statement is right here.
   */
  writeCounters<R>(fn: (tx: Tx) => PromiseLike<R>): Promise<R>
  /** Reports whether no migration was ever applied: the database is new or was emptied. */
  isEmpty(): Promise<boolean>
  /** Applies missing migrations, all or none. Several processes may call it at once. */
  migrate(migrations: readonly Migration[], onMigration?: MigrationListener): Promise<{ applied: number }>
  /** Throws a StoreUnavailableError if the disk is nearly full: large writes leave the rest of it to others. */
  assertRoom(): void
  /** Returns the size of the database, and of SQLite's write-ahead log, which PostgreSQL has elsewhere. */
  size(): Promise<{ bytes: number; logBytes?: number }>
  /** Returns how a commit that was confirmed can be lost, and what to set; undefined if it cannot. */
  lossRisk(): Promise<string | undefined>
  /** Reason why writes are refused now; undefined while they are not. */
  outage(): Outage | undefined
  /** Checks for the begin or end of an outage. Returns it while it lasts. */
  check(): Promise<Outage | undefined>
  /** Rolls back current transactions and refuses later ones. Reports whether there were any. */
  cutOff(): boolean
  /** Waits for current transactions and refuses later ones. */
  close(): Promise<void>
}

/** The part of a store that a thread beside the writer has: its own connections, which see every commit. */
export type ReadingStore = Pick<Store, 'engine' | 'tables' | 'read' | 'close'>

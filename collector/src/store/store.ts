import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import type { Lookup, PairLookup, Pairs, Upsert } from './bulk.ts'
import type { Engine, TableFactory } from './kit.ts'
import type { Migration, TellMigration } from './migrations.ts'
import type { Revision } from './revision/revision.ts'
import type { Outage } from './unavailable.ts'

type ColumnsOf<T extends SQLiteTable> = keyof T['$inferSelect'] & string

type Drizzle = SqliteRemoteDatabase<Record<string, never>>

/**
 * Drizzle's queries in one read transaction. Await the builders themselves: what only SQLite's have (`.get()`,
 * `.all()`, `.values()`, `.run()`) is not there on PostgreSQL, and a statement without `.returning()` gives nothing.
 */
export type Db = Pick<Drizzle, 'select' | 'selectDistinct' | 'with' | '$with' | '$count'> & {
  tables<T>(factory: TableFactory<T>): T
  /** Rows that have one of these values in a column, as many as there are, in no order: faster than `select` with `among`. */
  rowsAmong<T extends SQLiteTable, C extends ColumnsOf<T>>(
    table: T,
    values: readonly (string | number)[],
    lookup: Lookup<ColumnsOf<T>, C>,
  ): Promise<Pick<T['$inferSelect'], C>[]>
  /** The same of rows that have one of these pairs in two columns of texts. */
  rowsAmongPairs<T extends SQLiteTable, C extends ColumnsOf<T>>(
    table: T,
    pairs: Pairs,
    lookup: PairLookup<ColumnsOf<T>, C>,
  ): Promise<Pick<T['$inferSelect'], C>[]>
  /**
   * What `count` gives, or gave an earlier read of the same revision for the same key. Right only for a count that
   * depends on nothing but the key and what the revision follows. Counted each time in a write and on PostgreSQL.
   */
  rememberedCount(revision: Revision, key: string, count: () => Promise<number>): Promise<number>
  /** What a revision is at in this transaction; undefined on PostgreSQL, which keeps none. */
  revisionOf(revision: Revision): Promise<number | undefined>
}

/** Drizzle's queries in one write transaction. A statement that fails ends it, on both engines. */
export type Tx = Db &
  Pick<Drizzle, 'insert' | 'update' | 'delete'> & {
    /**
     * Lets others have the event loop where it has been taken for long: between statements that much is worked out for.
     * The verbs for many rows do so by themselves. Readers see nothing of a transaction before its commit, writers wait.
     */
    pause(): Promise<void>
    /** Inserts rows, as many as there are, that nothing stands in the way of: faster than `insert` for more than a few. */
    insertRows<T extends SQLiteTable>(table: T, rows: readonly T['$inferInsert'][]): Promise<void>
    /** The same of rows that may be there already. Two of one key are not among them. */
    upsertRows<T extends SQLiteTable>(
      table: T,
      rows: readonly T['$inferInsert'][],
      upsert: Upsert<ColumnsOf<T>>,
    ): Promise<void>
    /** Gives rows that are there, each told by its `key`, their new values of the columns `set`; of others nothing is made. */
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
 * The collector's database. All the work of one verb is in one `read` or `write`; neither is nested, and a `db` or
 * `tx` is of no use after its function's promise has settled.
 *
 * Inside them await only their own statements: no file, network, timer or thread pool. SQLite refuses that at once
 * in a write (all others would wait), PostgreSQL after 10 s.
 *
 * All of them reject with a StoreUnavailableError while the disk is full or the server is away.
 */
export interface Store {
  readonly engine: Engine
  tables<T>(factory: TableFactory<T>): T
  /** Everything read in `fn` is of one moment. */
  read<R>(fn: (db: Db) => PromiseLike<R>): Promise<R>
  /**
   * Commits when `fn` resolves and rolls back when it rejects; resolved means on disk. Others can read it a moment before that
   * (SQLite). As if it ran alone: on
   * PostgreSQL `fn` is run again when another transaction was in its way, so it must change nothing but the database.
   * `committed` is called when others can read it: whoever writes next need not wait until it is on disk.
   */
  write<R>(fn: (tx: Tx) => PromiseLike<R>, committed?: () => void): Promise<R>
  /**
   * For counters that every call waits for. Resolved means that the change outlives this process (also by SIGKILL),
   * not that the disk has it: a failure of the machine can take back what was counted in the last second. On
   * PostgreSQL it is not as if it ran alone: collectors that count the same row wait for one another instead of
   * beginning again, so only `x = x + n` in one statement is right here.
   */
  writeCounters<R>(fn: (tx: Tx) => PromiseLike<R>): Promise<R>
  /** Whether no migration was ever applied: a new database, or one that was emptied. */
  isEmpty(): Promise<boolean>
  /** Applies the migrations that are not yet there, all or none. Several processes may call it at once. */
  migrate(migrations: readonly Migration[], tell?: TellMigration): Promise<{ applied: number }>
  /** Throws a StoreUnavailableError when the disk is nearly full: large writes leave the rest of it to others. */
  assertRoom(): void
  /** Why writes are refused now; undefined while they are not. */
  outage(): Outage | undefined
  /** Looks for an outage, or for the end of one; gives it while it lasts. */
  check(): Promise<Outage | undefined>
  /** Rolls back what is under way, and refuses what comes later; gives whether there was any. */
  cutOff(): boolean
  /** Waits for what is under way; refuses what comes later. */
  close(): Promise<void>
}
